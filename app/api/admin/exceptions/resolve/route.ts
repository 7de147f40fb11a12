import { postRoute } from "@/lib/http/api-route";
import { fulfillSession } from "@/lib/orders/checkout/fulfill-session";
import { resolveException, resolveExceptionSchema } from "@/lib/staff/reconcile/reconciliation";
import { staff } from "@/lib/staff/require-staff";

/**
 * Resolves a payment exception with a note: {exception_id, resolution, accepts_amount?} -> {outcome}. With accepts_amount, the payment is
 * recorded with the received amount. 409 if it is resolved already, or its amount can't be accepted.
 */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  body: resolveExceptionSchema,
  handle: async ({ body, who }) => {
    const { exception_id: id, resolution, accepts_amount: acceptsAmount = false } = body;
    const settled = await resolveException(who.userId, id, { resolution, acceptsAmount });
    const { outcome, accepted_session: session } = settled;
    // If this fails, the reconcile job records it.
    if (session) await fulfillSession(session);
    return { outcome };
  },
});
