import { postRoute } from "@/lib/http/api-route";
import { shipmentInPath } from "@/lib/staff/grader-shipments/schema";
import { discardShipment } from "@/lib/staff/grader-shipments/shipments";
import { staff } from "@/lib/staff/require-staff";

/** Deletes an open shipment without batches -> {outcome}. 409 for any other shipment. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  ...shipmentInPath,
  handle: ({ params, who }) => discardShipment(who.userId, params.id),
});
