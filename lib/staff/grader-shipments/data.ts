import "server-only";
import * as z from "zod/mini";
import { readAsStaff } from "@/lib/staff/data";
import {
  type GraderDesk,
  graderDeskSchema,
  shipmentPageSchema,
} from "@/lib/staff/grader-shipments/grader-shipment";

/** Returns the shipments and what is ready for one. `before` is where a page of those that are back begins. */
export async function getGraderDesk(accessToken: string, before: number | null): Promise<GraderDesk> {
  return readAsStaff(accessToken, "staff_grader_desk", { p_before: before }, graderDeskSchema);
}

export async function getGraderShipment(accessToken: string, shipmentId: number) {
  const args = { p_shipment_id: shipmentId };
  return readAsStaff(accessToken, "staff_get_grader_shipment", args, z.nullable(shipmentPageSchema));
}
