import { apiRoute, endpoint } from "@/lib/http/api-route";
import { orderParamsSchema } from "@/lib/orders/schema";
import { refundOrder } from "@/lib/staff/refunds/refund-order";
import { refundSchema } from "@/lib/staff/refunds/schema";
import { staff } from "@/lib/staff/require-staff";

/** Refunds an order, whole or in part, once for each request_id -> {outcome}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: orderParamsSchema,
    missing: "order_not_found",
    body: refundSchema,
    handle: async ({ params, body, who }) => {
      return refundOrder(who.userId, params.id, body);
    },
  }),
});
