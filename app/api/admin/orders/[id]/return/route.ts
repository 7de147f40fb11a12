import { apiRoute, endpoint } from "@/lib/http/api-route";
import { orderParamsSchema } from "@/lib/orders/schema";
import { staff } from "@/lib/staff/require-staff";
import { returnOrder } from "@/lib/staff/returns/mutations";
import { returnOrderSchema } from "@/lib/staff/returns/schema";

/**
 * Records that the cards of an order leave for their owner: {version, tracking_number, carrier, is_same_box?} -> {action_id, order}; the
 * mail about it follows ten minutes later. 409 when someone changed the order, when the cards can't ship, when the number is
 * of another owner's parcel, and (once) when it is on another order of the same owner.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: orderParamsSchema,
    missing: "order_not_found",
    body: returnOrderSchema,
    handle: ({ params, body, who }) => returnOrder(who.userId, params.id, body),
  }),
});
