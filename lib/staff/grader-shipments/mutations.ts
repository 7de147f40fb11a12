import "server-only";
import * as z from "zod/mini";
import { addOutcomeSchema } from "@/lib/staff/grader-shipments/add-outcome";
import { type GraderShipment, graderShipmentSchema } from "@/lib/staff/grader-shipments/grader-shipment";
import type { AddToShipment, StepShipment } from "@/lib/staff/grader-shipments/schema";
import { writeAsStaff } from "@/lib/staff/mutations";

const shipment = graderShipmentSchema;

/** Begins a shipment for a grading company; answers it, open and empty. */
export async function openShipment(actor: string, grader: string): Promise<GraderShipment> {
  const args = { p_actor: actor, p_grader: grader };
  return (await writeAsStaff("staff_open_shipment", args, z.object({ shipment }))).shipment;
}

/** What staff_discard_shipment returns. A test compares the outcomes here, and those thrown, with what the SQL writes. */
export const discardedSchema = z.object({ outcome: z.literal("discarded") });

/** Deletes a shipment that is open and has no batch. */
export async function discardShipment(actor: string, shipmentId: number) {
  return writeAsStaff(
    "staff_discard_shipment",
    { p_actor: actor, p_shipment_id: shipmentId },
    discardedSchema,
  );
}

/** What staff_add_to_shipment returns. */
export const addedToShipmentSchema = z.object({
  outcome: z.literal("looked_at"),
  /** One for each batch. */
  results: z.array(addOutcomeSchema),
  /** Takes it back; null where nothing was put in. */
  action_id: z.nullable(z.string()),
  shipment,
});

/** Puts batches into an open shipment. A refused one stops no other, and one whose count differs needs a reason. */
export async function addToShipment(actor: string, shipmentId: number, body: AddToShipment) {
  const args = {
    p_actor: actor,
    p_shipment_id: shipmentId,
    p_code: body.code ?? null,
    p_order_ids: body.order_ids ?? null,
    p_reason: body.reason ?? null,
  };
  return writeAsStaff("staff_add_to_shipment", args, addedToShipmentSchema);
}

/** What staff_take_from_shipment returns. */
export const takenSchema = z.object({ outcome: z.literal("taken_out"), action_id: z.string(), shipment });

/** Takes a batch out of a shipment; the grader's number goes from it, and if the shipment has left, it is here again. */
export async function takeFromShipment(actor: string, shipmentId: number, orderId: string) {
  const args = { p_actor: actor, p_shipment_id: shipmentId, p_order_id: orderId };
  return writeAsStaff("staff_take_from_shipment", args, takenSchema);
}

/** What staff_step_shipment returns. */
export const steppedSchema = z.object({
  outcome: z.enum(["closed", "stepped"]),
  action_id: z.string(),
  shipment,
});

/**
 * Closes a shipment under the grader's number, which every batch of it gets, or takes a closed shipment and every batch of it that
 * is behind a step further; a batch that was moved on by hand stays there. Refused when someone has changed the
 * shipment since the version, when a batch cannot go, and (asked once) when another number of cards was expected.
 */
export async function stepShipment(actor: string, shipmentId: number, body: StepShipment) {
  const args = {
    p_actor: actor,
    p_shipment_id: shipmentId,
    p_version: body.version,
    p_step: body.step,
    p_number: "number" in body ? body.number : null,
    p_cards: "cards" in body ? body.cards : null,
    p_accepts_difference: body.accepts_difference ?? false,
    p_is_quiet: "is_quiet" in body && body.is_quiet === true,
  };
  return writeAsStaff("staff_step_shipment", args, steppedSchema);
}
