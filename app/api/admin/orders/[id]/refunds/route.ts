import { verifyAccessToken } from "@/lib/auth/session/access-token";
import { postRoute } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { orderInPath } from "@/lib/orders/schema";
import { refundOrder } from "@/lib/staff/refunds/refund-order";
import { refundSchema } from "@/lib/staff/refunds/schema";
import { staff } from "@/lib/staff/require-staff";

/** Refunds an order or the payment of a question, in full or in part, once per request_id -> {outcome}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  ...orderInPath,
  body: refundSchema,
  handle: async ({ params, body, who }) => {
    const usedAt = (await verifyAccessToken(who.accessToken))?.factorUsedAt;
    const factorUsedAt = usedAt ? new Date(usedAt * 1000) : null;
    const done = await refundOrder({ userId: who.userId, factorUsedAt }, params.id, body);
    deliverOutboxSoon();
    return done;
  },
});
