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

/** Returns the shipments and what is ready for one. `before` is where a page of those that are back begins. */
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

/** What staff_discard_shipment returns. A test compares the outcomes here, and those thrown, with what the SQL writes. */
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

/** Adds batches to an open shipment, each with its own outcome. One whose count differs needs a reason. */
export async function addToShipment(actor: string, shipmentId: number, body: AddToShipment) {
  const args = { actor, shipment_id: shipmentId, ...body };
  return writeAsStaff("staff_add_to_shipment", args, addedToShipmentSchema);
}

export const takenSchema = z.object({ outcome: z.literal("taken_out"), action_id: z.string(), shipment });

/** Removes a batch from a shipment, along with its submission number. If the shipment has left, the batch is back in preparation. */
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
 * Closes a shipment under the grader's submission number, or moves it and the batches behind it to the next step.
 * Throws `AppError("shipment_changed" | "shipment_refused" | "cards_differ")`, the last one unless the body accepts it.
 */
export async function stepShipment(actor: string, shipmentId: number, body: StepShipment) {
  return writeAsStaff("staff_step_shipment", { actor, shipment_id: shipmentId, ...body }, steppedSchema);
}
