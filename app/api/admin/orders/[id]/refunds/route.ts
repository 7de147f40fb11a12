import { apiRoute, endpoint } from "@/lib/http/api-route";
import { orderIdOf, requireStaffCaller } from "@/lib/staff/caller";
import { refundOrder } from "@/lib/staff/refunds/refund-order";
import { refundSchema } from "@/lib/staff/refunds/refund-rules";

/** Refunds an order, whole or in part, once for each request_id -> {outcome}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: refundSchema,
    handle: async ({ request, body }) => {
      const { userId } = await requireStaffCaller(request);
      return refundOrder(userId, orderIdOf(request), body);
    },
  }),
});
