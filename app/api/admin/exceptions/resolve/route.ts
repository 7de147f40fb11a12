import { postRoute } from "@/lib/http/api-route";
import { fulfillSession } from "@/lib/orders/checkout/fulfill-session";
import { resolveException, resolveExceptionSchema } from "@/lib/staff/reconcile/reconciliation";
import { staff } from "@/lib/staff/require-staff";

/** Resolves a payment exception: {exception_id, resolution, accepts_amount?} -> {outcome}. `accepts_amount` records the received amount. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  body: resolveExceptionSchema,
  handle: async ({ body, who }) => {
    const { outcome, accepted_session: session } = await resolveException(who.userId, body);
    // If this fails, the reconcile job records it.
    if (session) await fulfillSession(session);
    return { outcome };
  },
});
