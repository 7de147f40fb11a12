import { postRoute } from "@/lib/http/api-route";
import { retryEvent, retryEventSchema } from "@/lib/staff/reconcile/reconciliation";
import { staff } from "@/lib/staff/require-staff";

/** Retries a dead-lettered Stripe event: {event_id} -> {outcome}. 409 if it is processing or queued. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  body: retryEventSchema,
  handle: ({ body, who }) => retryEvent(who.userId, body.event_id),
});
