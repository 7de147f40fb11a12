import "server-only";
import * as z from "zod/mini";
import { readAsStaff } from "@/lib/staff/data";
import {
  addOutcomeSchema,
  type GraderDesk,
  type GraderShipment,
  graderDeskSchema,
  graderShipmentSchema,
  shipmentPageSchema,
} from "@/lib/staff/grader-shipments/grader-shipment";
import type { AddToShipment, StepShipment } from "@/lib/staff/grader-shipments/schema";
import { writeAsStaff } from "@/lib/staff/mutations";

/** Returns the shipments and the orders ready to ship. `before` is the cursor for returned shipments. */
export async function getGraderDesk(accessToken: string, before: number | null): Promise<GraderDesk> {
  return readAsStaff(accessToken, "staff_grader_desk", { before }, graderDeskSchema);
}

export async function getGraderShipment(accessToken: string, shipmentId: number) {
  const args = { shipment_id: shipmentId };
  return readAsStaff(accessToken, "staff_get_grader_shipment", args, z.nullable(shipmentPageSchema));
}

const shipment = graderShipmentSchema;

export async function openShipment(actor: string, grader: string): Promise<GraderShipment> {
  const args = { actor, grader };
  return (await writeAsStaff("staff_open_shipment", args, z.object({ shipment }))).shipment;
}

/** The result of staff_discard_shipment. A test compares the outcomes and errors here with those in the SQL. */
export const discardedSchema = z.object({ outcome: z.literal("discarded") });

/** Deletes an empty open shipment. */
export async function discardShipment(actor: string, shipmentId: number) {
  return writeAsStaff("staff_discard_shipment", { actor, shipment_id: shipmentId }, discardedSchema);
}

export const addedToShipmentSchema = z.object({
  outcome: z.literal("looked_at"),
  results: z.array(addOutcomeSchema),
  /** Null if nothing was added. */
  action_id: z.nullable(z.string()),
  shipment,
});

/** Adds batches to an open shipment and returns an outcome for each. A batch whose count differs needs a reason. */
export async function addToShipment(actor: string, shipmentId: number, body: AddToShipment) {
  const args = { ...body, actor, shipment_id: shipmentId };
  return writeAsStaff("staff_add_to_shipment", args, addedToShipmentSchema);
}

export const takenSchema = z.object({ outcome: z.literal("taken_out"), action_id: z.string(), shipment });

/**
 * Removes a batch from a shipment and clears its submission number. If the shipment has left, the batch returns to
 * preparation.
 */
export async function takeFromShipment(actor: string, shipmentId: number, orderId: string) {
  const args = { actor, shipment_id: shipmentId, order_id: orderId };
  return writeAsStaff("staff_take_from_shipment", args, takenSchema);
}

export const steppedSchema = z.object({
  outcome: z.enum(["closed", "stepped"]),
  action_id: z.string(),
  shipment,
});

/**
 * Closes a shipment under the grader's submission number, or moves it and any batches still at an earlier step to the
 * next step. Throws `AppError("shipment_changed" | "shipment_refused" | "cards_differ")`, the last one unless the
 * body accepts the difference.
 */
export async function stepShipment(actor: string, shipmentId: number, body: StepShipment) {
  return writeAsStaff("staff_step_shipment", { ...body, actor, shipment_id: shipmentId }, steppedSchema);
}
