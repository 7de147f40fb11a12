import { apiRoute, endpoint } from "@/lib/http/api-route";
import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { orderParamsSchema } from "@/lib/orders/schema";
import { refundOrder } from "@/lib/staff/refunds/refund-order";
import { refundSchema } from "@/lib/staff/refunds/schema";
import { staffWith } from "@/lib/staff/require-staff";

/** Refunds an order, or the payment of a proposal about it, whole or in part, once for each request_id -> {outcome}; 403 without the right to. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staffWith("refunds"),
    params: orderParamsSchema,
    missing: "order_not_found",
    body: refundSchema,
    handle: async ({ params, body, who }) => {
      const done = await refundOrder(who.userId, params.id, body);
      deliverOutboxSoon();
      return done;
    },
  }),
});
