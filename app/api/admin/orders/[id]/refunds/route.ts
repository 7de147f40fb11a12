import { apiRoute, endpoint } from "@/lib/http/api-route";
import { staff } from "@/lib/staff/caller";
import { refundOrder } from "@/lib/staff/refunds/refund-order";
import { refundSchema } from "@/lib/staff/refunds/refund-rules";
import { staffOrderParamsSchema } from "@/lib/staff/schema";

/** Refunds an order, whole or in part, once for each request_id -> {outcome}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: staffOrderParamsSchema,
    missing: "order_not_found",
    body: refundSchema,
    handle: async ({ params, body, who }) => {
      return refundOrder(who.userId, params.id, body);
    },
  }),
});
