import { apiRoute, endpoint } from "@/lib/http/api-route";
import { discardShipment } from "@/lib/staff/grader-shipments/mutations";
import { shipmentParamsSchema } from "@/lib/staff/grader-shipments/schema";
import { staff } from "@/lib/staff/require-staff";

/** Deletes a shipment that is open and has no batch -> {outcome}; 409 when it has one, or is closed. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: shipmentParamsSchema,
    missing: "shipment_not_found",
    handle: ({ params, who }) => discardShipment(who.userId, params.id),
  }),
});
