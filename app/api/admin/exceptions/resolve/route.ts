import { apiRoute, endpoint } from "@/lib/http/api-route";
import { fulfillSession } from "@/lib/orders/checkout/fulfill-session";
import { resolveException, resolveExceptionSchema } from "@/lib/staff/reconcile/reconciliation";
import { staff } from "@/lib/staff/require-staff";

/**
 * Closes a payment exception with what was done about it: {exception_id, resolution, accepts_amount?} -> {outcome}. With
 * accepts_amount, the payment is booked with the amount that arrived. 409 when the exception is closed already, or when its amount
 * can't be accepted: another payment paid the order, the money went back, or the amount isn't what doesn't fit.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    body: resolveExceptionSchema,
    handle: async ({ body, who }) => {
      const { exception_id: id, resolution, accepts_amount: acceptsAmount = false } = body;
      const settled = await resolveException(who.userId, id, { resolution, acceptsAmount });
      const { outcome, accepted_session: session } = settled;
      // The reconcile job books it if this cannot.
      if (session) await fulfillSession(session);
      return { outcome };
    },
  }),
});
