import { postRoute } from "@/lib/http/api-route";
import { addToShipmentSchema, shipmentInPath } from "@/lib/staff/grader-shipments/schema";
import { addToShipment } from "@/lib/staff/grader-shipments/shipments";
import { staff } from "@/lib/staff/require-staff";

/** Adds scanned or selected batches to an open shipment: {code | order_ids, reason?} -> {results, action_id, shipment}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  ...shipmentInPath,
  body: addToShipmentSchema,
  handle: ({ params, body, who }) => addToShipment(who.userId, params.id, body),
});
