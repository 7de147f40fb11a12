import { postRoute } from "@/lib/http/api-route";
import { orderInPath } from "@/lib/orders/schema";
import { staff } from "@/lib/staff/require-staff";
import { returnOrder, returnOrderSchema } from "@/lib/staff/returns/returns";

/**
 * Records a return shipment: {version, tracking_number, carrier, is_same_box?} -> {action_id, order}. 409 on a
 * conflict or a questionable number.
 */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  ...orderInPath,
  body: returnOrderSchema,
  handle: ({ params, body, who }) => returnOrder(who.userId, params.id, body),
});
