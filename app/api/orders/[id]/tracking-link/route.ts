import { guestOrUser } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { orderParamsSchema, trackingLinkChangeSchema } from "@/lib/orders/schema";
import { replaceTrackingLink } from "@/lib/orders/tracking/mutations";

/** Ends or renews the tracking link of the caller's own order: {action, generation} -> {generation, path}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: guestOrUser,
  params: orderParamsSchema,
  body: trackingLinkChangeSchema,
  handle: ({ params, body, who }) => replaceTrackingLink(params.id, who, body),
});
