import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { paymentStatusSchema, submissionStatusSchema } from "@/lib/orders/order";
import { SHIPMENT_STEPS, type ShipmentStep } from "@/lib/staff/shipment-step";
import { staffActionSchema } from "@/lib/staff/staff-action";
import { boundedCountSchema, staffOrderSchema } from "@/lib/staff/staff-order";

const nullableText = z.nullable(z.string());

/** Reads why a batch cannot go to the grader; the database's private.grader_refusal says it. */
export const graderRefusalSchema = z.enum([
  "set_aside",
  "not_paid",
  "not_received",
  "sent_before",
  "disputed",
  "to_be_reviewed",
  "asked",
  "damaged",
  "count_differs",
]);
/** Why a batch cannot go to the grader. */
export type GraderRefusal = z.infer<typeof graderRefusalSchema>;

/** Reads a shipment. Cards are those that were counted here; times are ISO texts. */
export const graderShipmentSchema = z.object({
  id: z.number(),
  grader: z.string(),
  step: z.enum(SHIPMENT_STEPS),
  /** The grading company's; null while the shipment is open. */
  submission_number: nullableText,
  declared_cards: z.nullable(z.number()),
  returned_cards: z.nullable(z.number()),
  shipped_at: nullableText,
  back_at: nullableText,
  version: z.number(),
  opened_at: z.string(),
  opened_by_email: nullableText,
  /** Who changed it last, and when; null: nobody since it was opened. */
  changed_at: nullableText,
  changed_by_email: nullableText,
  batches: z.number(),
  cards: z.number(),
  /** The first day until which a batch of it is promised back; null without batches. */
  oldest_promise: nullableText,
});
/** Batches that go to a grading company together. */
export type GraderShipment = z.infer<typeof graderShipmentSchema>;

/** Reads a batch of a shipment. */
export const shipmentMemberSchema = z.object({
  id: z.string(),
  batch_id: nullableText,
  customer_name: nullableText,
  email: nullableText,
  num_cards: z.number(),
  received_count: z.nullable(z.number()),
  /** The cards that go with this shipment, without unpaid extra cards. */
  cards: z.nullable(z.number()),
  /** Until when it is promised back. */
  promised_to: nullableText,
  shelf_location: nullableText,
  submission_status: submissionStatusSchema,
  payment_status: paymentStatusSchema,
  grading_submission_number: nullableText,
  cards_back_at: nullableText,
  /** What stands against sending it. */
  refusal: z.nullable(graderRefusalSchema),
});
/** A batch of a shipment. */
export type ShipmentMember = z.infer<typeof shipmentMemberSchema>;

/** Reads what the page of all shipments shows. */
export const graderDeskSchema = z.object({
  staff_role: staffRoleSchema,
  /** Not back yet, newest first. */
  live: z.array(graderShipmentSchema),
  /** A page of those that are. */
  back: z.array(graderShipmentSchema),
  /** What the next page comes after. */
  next_before: z.nullable(z.number()),
  /** Ready to send: the 50 that are here longest. */
  ready: z.array(staffOrderSchema),
  ready_total: boundedCountSchema,
  /** At the grader and in no shipment of these; `cards` are those of the batches that were counted. */
  outside: z.extend(boundedCountSchema, { cards: z.number() }),
});
/** The shipments, and what waits for one. */
export type GraderDesk = z.infer<typeof graderDeskSchema>;

/** Reads what the page of one shipment shows. */
export const shipmentPageSchema = z.object({
  staff_role: staffRoleSchema,
  shipment: graderShipmentSchema,
  members: z.array(shipmentMemberSchema),
  actions: z.array(staffActionSchema),
  /** While it is open: what could be put in. */
  ready: z.array(staffOrderSchema),
});
/** One shipment, whole. */
export type ShipmentPage = z.infer<typeof shipmentPageSchema>;

/** Lists the steps that a closed shipment can be taken to, the next one first; none for one that is open or back. */
export function stepsAhead(step: ShipmentStep): Exclude<ShipmentStep, "open" | "closed">[] {
  if (step === "open") return [];
  const ahead = SHIPMENT_STEPS.slice(SHIPMENT_STEPS.indexOf(step) + 1);
  return ahead.filter((next) => next !== "open" && next !== "closed");
}

/** Names a shipment: "Shipment 12", as in the database's events. */
export function shipmentName(id: number): string {
  return `Shipment ${id}`;
}

/** Returns how the card counts of a shipment differ: "418 counted, 420 declared". Null if they agree. */
export function cardsDiffer(
  shipment: Pick<GraderShipment, "cards" | "declared_cards" | "returned_cards">,
): string | null {
  const { cards, declared_cards: declared, returned_cards: returned } = shipment;
  const figure = (count: number) => count.toLocaleString("en-US");
  const told = [
    declared === null || declared === cards ? null : `${figure(declared)} declared`,
    returned === null || returned === cards ? null : `${figure(returned)} returned`,
  ].filter(Boolean);
  return told.length > 0 ? `${figure(cards)} counted, ${told.join(", ")}` : null;
}

/** Returns whether a batch has another status or number than its shipment, because someone changed it by hand. */
export function isOutOfStep(
  member: Pick<ShipmentMember, "submission_status" | "grading_submission_number">,
  shipment: Pick<GraderShipment, "step" | "submission_number">,
): boolean {
  if (shipment.step === "open") return false;
  if (member.grading_submission_number !== shipment.submission_number) return true;
  const { submission_status: status } = member;
  switch (shipment.step) {
    case "closed":
      return status !== "received" && status !== "processing";
    case "back":
      return status !== "graded" && status !== "completed" && status !== "delivered";
    default:
      return status !== shipment.step;
  }
}
