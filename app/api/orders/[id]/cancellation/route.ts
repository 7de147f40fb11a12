import { guestOrUser } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { provenParamsSchema } from "@/lib/orders/schema";
import { withdrawCancellation } from "@/lib/orders/tracking/mutations";
import { proveOrder } from "@/lib/orders/tracking/proposal-access";
import { cancellationSchema } from "@/lib/orders/tracking/schema";
import { refundCancellation } from "@/lib/staff/refunds/refund-order";

/** Cancels a batch or withdraws the request: {action, amount_cents?, token?} -> {outcome}. `asked`: staff will decide. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: guestOrUser,
  params: provenParamsSchema,
  body: cancellationSchema,
  limit: [rateLimits.processPayment],
  handle: async ({ params, body, who }) => {
    const { orderId, decider } = await proveOrder(params.id, who, body.token);
    if (body.action === "withdraw") return withdrawCancellation(orderId, decider);
    const canceled = await refundCancellation(orderId, decider, body.amount_cents);
    deliverOutboxSoon();
    return canceled;
  },
});
