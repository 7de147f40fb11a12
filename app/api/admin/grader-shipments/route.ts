import { postRoute } from "@/lib/http/api-route";
import { openShipmentSchema } from "@/lib/staff/grader-shipments/schema";
import { openShipment } from "@/lib/staff/grader-shipments/shipments";
import { staff } from "@/lib/staff/require-staff";

/** Starts a shipment to a grader: {grader} -> {shipment}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  body: openShipmentSchema,
  handle: async ({ body, who }) => {
    return { shipment: await openShipment(who.userId, body.grader) };
  },
});
