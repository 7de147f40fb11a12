import { postRoute } from "@/lib/http/api-route";
import { orderInPath } from "@/lib/orders/schema";
import { changeOrder } from "@/lib/staff/order/change-order";
import { orderUpdateSchema } from "@/lib/staff/order/schema";
import { staff } from "@/lib/staff/require-staff";

/** Saves changes to an order: {version, changes, reason?} -> {order, action_id}. 409 on a conflict. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  ...orderInPath,
  body: orderUpdateSchema,
  handle: async ({ params, body, who }) => {
    const { order, action_id } = await changeOrder(who.userId, params.id, body);
    return { order, action_id };
  },
});
