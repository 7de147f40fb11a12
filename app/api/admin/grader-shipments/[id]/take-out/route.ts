import { apiRoute, endpoint } from "@/lib/http/api-route";
import { takeFromShipment } from "@/lib/staff/grader-shipments/mutations";
import { shipmentParamsSchema, takeFromShipmentSchema } from "@/lib/staff/grader-shipments/schema";
import { staff } from "@/lib/staff/require-staff";

/** Takes a batch out of a shipment: {order_id} -> {action_id, shipment}; 409 when it is not in it, or was graded with it. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: shipmentParamsSchema,
    missing: "shipment_not_found",
    body: takeFromShipmentSchema,
    handle: ({ params, body, who }) => takeFromShipment(who.userId, params.id, body.order_id),
  }),
});
