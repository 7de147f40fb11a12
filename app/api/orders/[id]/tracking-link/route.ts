import { guestOrUser } from "@/lib/auth/session/require-caller";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { orderParamsSchema, trackingLinkChangeSchema } from "@/lib/orders/schema";
import { replaceTrackingLink } from "@/lib/orders/tracking/mutations";

/** Ends or renews the tracking link of the caller's own order: {action, generation} -> {generation, path}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: guestOrUser,
    params: orderParamsSchema,
    body: trackingLinkChangeSchema,
    handle: ({ params, body, who }) => replaceTrackingLink(params.id, who, body),
  }),
});
