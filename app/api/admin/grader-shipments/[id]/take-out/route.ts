import { postRoute } from "@/lib/http/api-route";
import { shipmentInPath, takeFromShipmentSchema } from "@/lib/staff/grader-shipments/schema";
import { takeFromShipment } from "@/lib/staff/grader-shipments/shipments";
import { staff } from "@/lib/staff/require-staff";

/** Removes a batch from a shipment: {order_id} -> {action_id, shipment}. 409 if it isn't in it or was graded with it. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  ...shipmentInPath,
  body: takeFromShipmentSchema,
  handle: ({ params, body, who }) => takeFromShipment(who.userId, params.id, body.order_id),
});
