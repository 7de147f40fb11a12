import { AppError } from "@/lib/base/errors";
import { postRoute } from "@/lib/http/api-route";
import { fulfillCheckout } from "@/lib/orders/checkout/fulfill-checkout";
import { syncRefund } from "@/lib/orders/checkout/sync-refund";
import { orderInPath } from "@/lib/orders/schema";
import { getOrder } from "@/lib/staff/orders/data";
import { listStuckRefunds } from "@/lib/staff/refunds/mutations";
import { finishStuckRefund } from "@/lib/staff/refunds/refund-order";
import { staff } from "@/lib/staff/require-staff";

/** Updates an order from Stripe -> {outcome}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  ...orderInPath,
  handle: async ({ params, who }) => {
    const found = await getOrder(who.accessToken, params.id);
    if (!found) throw new AppError("order_not_found");
    const { stripe_session_id: session, stripe_payment_intent_id: payment } = found.details;
    if (!session && !payment) throw new AppError("order_without_payment");
    if (session) await fulfillCheckout(session);
    for (const stuck of await listStuckRefunds(params.id)) await finishStuckRefund(stuck);
    if (payment) await syncRefund(payment);
    return { outcome: "asked" };
  },
});
