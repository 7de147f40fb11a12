import { apiRoute, endpoint } from "@/lib/http/api-route";
import { retryEvent, retryEventSchema } from "@/lib/staff/reconcile/reconciliation";
import { staff } from "@/lib/staff/require-staff";

/** Has a delivery worked again that was given up: {event_id} -> {outcome}; 409 when it is worked or waits already. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    body: retryEventSchema,
    handle: ({ body, who }) => retryEvent(who.userId, body.event_id),
  }),
});
