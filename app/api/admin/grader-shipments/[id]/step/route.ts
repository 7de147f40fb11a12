import { postRoute } from "@/lib/http/api-route";
import { shipmentInPath, stepShipmentSchema } from "@/lib/staff/grader-shipments/schema";
import { stepShipment } from "@/lib/staff/grader-shipments/shipments";
import { staff } from "@/lib/staff/require-staff";

/**
 * Closes a shipment, or advances it and its batches by one step: {version, step, number?, cards?,
 * accepts_difference?} -> {outcome, action_id, shipment}. 409 on a conflict, for a batch that can't ship, and (once)
 * if the card counts differ.
 */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  ...shipmentInPath,
  body: stepShipmentSchema,
  handle: ({ params, body, who }) => stepShipment(who.userId, params.id, body),
});
