import { safeParse } from "zod/mini";
import { getCaller, requireStandingSession } from "@/lib/auth/session/caller";
import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { orderIdSchema, trackingLinkChangeSchema } from "@/lib/orders/schema";
import { changeTrackingLink } from "@/lib/orders/tracking/tracking-link";

/** Ends or renews the tracking link of the caller's own order. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: trackingLinkChangeSchema,
    handle: async ({ request, body }) => {
      const id = safeParse(orderIdSchema, request.nextUrl.pathname.split("/")[3]);
      if (!id.success) throw new AppError("not_found");
      const caller = await getCaller(request);
      if (caller.accessToken) await requireStandingSession(caller.accessToken);
      return changeTrackingLink(id.data, caller, body);
    },
  }),
});
