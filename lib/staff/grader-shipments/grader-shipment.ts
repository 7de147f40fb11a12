import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { cardCount, counted } from "@/lib/base/messages";
import { displayBatchId } from "@/lib/orders/batch-id";
import { nullableText, paymentStatusSchema, submissionStatusSchema } from "@/lib/orders/order";
import { csvRow } from "@/lib/staff/orders/csv";
import { SHIPMENT_STEPS, type ShipmentStep } from "@/lib/staff/shipment-step";
import { staffActionSchema } from "@/lib/staff/staff-action";
import { boundedCountSchema, staffOrderSchema } from "@/lib/staff/staff-order";

/** Why a batch can't go to the grader. The database's private.grader_refusal decides. */
export const graderRefusalTexts = {
  set_aside: "Its package is set aside. Count it at the desk, or remove it from the set-aside list.",
  not_paid: "It isn't paid for, or it was refunded.",
  not_received: "Its cards aren't checked in.",
  sent_before: "It already went to a grader.",
  disputed: "Its payment is disputed.",
  to_be_reviewed: "Its payment needs review. Open the order.",
  asked:
    "The customer hasn't answered or sent the missing cards. Wait, or withdraw the question on the order.",
  damaged:
    "It arrived damaged. Ask the customer whether to continue. If so, set the status to “Getting ready”.",
  count_differs: "The count doesn't match what was paid for, and the difference isn't resolved.",
};

export type GraderRefusal = keyof typeof graderRefusalTexts;
export const graderRefusalSchema = z.enum(Object.keys(graderRefusalTexts) as GraderRefusal[]);

/** Reads a shipment. `cards` is our own count. Times are ISO strings. */
export const graderShipmentSchema = z.object({
  id: z.number(),
  grader: z.string(),
  step: z.enum(SHIPMENT_STEPS),
  /** Null while the shipment is open. */
  submission_number: nullableText,
  declared_cards: z.nullable(z.number()),
  returned_cards: z.nullable(z.number()),
  shipped_at: nullableText,
  back_at: nullableText,
  version: z.number(),
  opened_at: z.string(),
  opened_by_email: nullableText,
  /** Null until someone changes it. */
  changed_at: nullableText,
  changed_by_email: nullableText,
  batches: z.number(),
  cards: z.number(),
  oldest_promise: nullableText,
});
export type GraderShipment = z.infer<typeof graderShipmentSchema>;

export const shipmentMemberSchema = z.object({
  id: z.string(),
  batch_id: nullableText,
  customer_name: nullableText,
  email: nullableText,
  num_cards: z.number(),
  received_count: z.nullable(z.number()),
  /** Cards to ship, without unpaid extra cards. */
  cards: z.nullable(z.number()),
  promised_to: nullableText,
  shelf_location: nullableText,
  submission_status: submissionStatusSchema,
  payment_status: paymentStatusSchema,
  grading_submission_number: nullableText,
  cards_back_at: nullableText,
  refusal: z.nullable(graderRefusalSchema),
});
export type ShipmentMember = z.infer<typeof shipmentMemberSchema>;

export const graderDeskSchema = z.object({
  staff_role: staffRoleSchema,
  /** Shipments that aren't back yet, newest first. */
  live: z.array(graderShipmentSchema),
  /** A page of returned shipments. */
  back: z.array(graderShipmentSchema),
  next_before: z.nullable(z.number()),
  /** The 50 orders that have been ready to ship the longest. */
  ready: z.array(staffOrderSchema),
  ready_total: boundedCountSchema,
  /** Batches at the grader without a shipment. `cards` is the total of the batches in `count`. */
  outside: z.extend(boundedCountSchema, { cards: z.number() }),
});
export type GraderDesk = z.infer<typeof graderDeskSchema>;

export const shipmentPageSchema = z.object({
  staff_role: staffRoleSchema,
  shipment: graderShipmentSchema,
  members: z.array(shipmentMemberSchema),
  actions: z.array(staffActionSchema),
  /** Orders that can be added while the shipment is open. */
  ready: z.array(staffOrderSchema),
});
export type ShipmentPage = z.infer<typeof shipmentPageSchema>;

/** Returns the remaining steps of a closed shipment in order. */
export function stepsAhead(step: ShipmentStep): Exclude<ShipmentStep, "open" | "closed">[] {
  if (step === "open") return [];
  const ahead = SHIPMENT_STEPS.slice(SHIPMENT_STEPS.indexOf(step) + 1);
  return ahead.filter((next) => next !== "open" && next !== "closed");
}

/** Returns the name of a shipment as it appears in events: "Shipment 12". */
export function shipmentName(id: number): string {
  return `Shipment ${id}`;
}

/** Returns how the card counts of a shipment differ: "418 counted, 420 declared". Null if they match. */
export function cardsDiffer(shipment: Pick<GraderShipment, "cards" | "declared_cards" | "returned_cards">) {
  const { cards, declared_cards: declared, returned_cards: returned } = shipment;
  const figure = (count: number) => count.toLocaleString("en-US");
  const differences = [
    declared === null || declared === cards ? null : `${figure(declared)} declared`,
    returned === null || returned === cards ? null : `${figure(returned)} returned`,
  ].filter(Boolean);
  return differences.length > 0 ? `${figure(cards)} counted, ${differences.join(", ")}` : null;
}

/** Returns whether a batch's status or number differs from its shipment's because someone changed it by hand. */
export function differsFromShipment(
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

export const addOutcomeSchema = z.object({
  id: z.string(),
  outcome: z.enum([
    "added",
    "already_here",
    "other_shipment",
    "shipment_full",
    "order_not_found",
    ...graderRefusalSchema.options,
  ]),
  batch_id: z.nullish(z.string()),
  num_cards: z.nullish(z.number()),
  received_count: z.nullish(z.number()),
  /** The cards to ship if the outcome is `added`. */
  cards: z.nullish(z.number()),
  other_shipment: z.nullish(z.number()),
});
export type AddOutcome = z.infer<typeof addOutcomeSchema>;

export function batchOf({ id, batch_id: batchId }: AddOutcome): string {
  return displayBatchId({ id, batch_id: batchId ?? null });
}

export function addText(result: AddOutcome): string {
  const { outcome, received_count: counted, num_cards: paid, other_shipment: other } = result;
  switch (outcome) {
    case "added":
      return `Added, ${cardsText(result)}`;
    case "already_here":
      return "Already in this shipment";
    case "other_shipment":
      return `Not added. It's in ${other ? shipmentName(other) : "another shipment"}.`;
    case "shipment_full":
      return "Not added. This shipment is full. Close it and start a new one.";
    case "order_not_found":
      return "Not added. This batch no longer exists.";
    case "count_differs":
      return `Not added. ${counted} of ${paid} cards counted, and the difference isn't resolved.`;
    default:
      return `Not added. ${graderRefusalTexts[outcome]}`;
  }
}

const leaveOut = (unpaid: number) => `Leave out ${counted(unpaid, "unpaid card")}`;

/** Returns how many unpaid cards of a batch to leave out of the box. Null for none. */
export function leaveOutText(member: Pick<ShipmentMember, "cards" | "received_count" | "refusal">) {
  if (member.refusal !== null) return null;
  const unpaid = (member.received_count ?? 0) - (member.cards ?? 0);
  return unpaid > 0 ? leaveOut(unpaid) : null;
}

/** Returns how many of the counted cards ship and how many unpaid ones to leave out. */
function cardsText({ cards, received_count: counted }: AddOutcome): string {
  const [shipped, all] = [cards ?? 0, counted ?? 0];
  const unpaid = all - shipped;
  return unpaid > 0 ? `${shipped} of ${cardCount(all)}. ${leaveOut(unpaid)}.` : cardCount(shipped);
}

/** Returns the packing list of a shipment without customer data, in the order the batches were added. */
export function manifestLines(members: ShipmentPage["members"]) {
  return members.map((member, at) => ({
    place: at + 1,
    batch: displayBatchId(member),
    cards: member.cards ?? 0,
  }));
}

/** Returns the packing list as CSV with a total row and a byte order mark for spreadsheets. */
export function manifestCsv({ shipment, members }: Pick<ShipmentPage, "shipment" | "members">): string {
  const rows = manifestLines(members).map(({ place, batch, cards }) =>
    csvRow([place, batch, cards, shipment.grader, shipment.submission_number]),
  );
  const heading = csvRow(["No.", "Batch ID", "Cards", "Grader", "Submission number"]);
  return `\uFEFF${heading}${rows.join("")}${csvRow(["Total", shipment.batches, shipment.cards, null, null])}`;
}

export function manifestFileName(shipmentId: number): string {
  return `shipment-${shipmentId}-manifest.csv`;
}
