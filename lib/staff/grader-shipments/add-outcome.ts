import * as z from "zod/mini";
import { cardCount } from "@/lib/base/messages";
import { displayBatchId } from "@/lib/orders/batch-id";
import {
  type GraderRefusal,
  graderRefusalSchema,
  type ShipmentMember,
  shipmentName,
} from "@/lib/staff/grader-shipments/grader-shipment";

const refusals = graderRefusalSchema.options;

/** Reads the result of adding a batch to a shipment, or why one of its batches can't ship. */
export const addOutcomeSchema = z.object({
  id: z.string(),
  outcome: z.enum([
    "added",
    "already_here",
    "other_shipment",
    "shipment_full",
    "order_not_found",
    ...refusals,
  ]),
  batch_id: z.nullish(z.string()),
  num_cards: z.nullish(z.number()),
  received_count: z.nullish(z.number()),
  /** With `added`: how many of them go with this shipment. */
  cards: z.nullish(z.number()),
  /** With `other_shipment`: which. */
  other_shipment: z.nullish(z.number()),
});
/** The result of adding a batch to a shipment. */
export type AddOutcome = z.infer<typeof addOutcomeSchema>;

const REFUSALS: Record<GraderRefusal, string> = {
  set_aside: "Its package is set aside. Count it at the desk, or remove it from the set-aside list.",
  not_paid: "It isn't paid, or was refunded.",
  not_received: "Its cards aren't checked in.",
  sent_before: "It already went to a grader.",
  disputed: "Its payment is disputed.",
  to_be_reviewed: "Its payment needs review. Open the order.",
  asked:
    "The customer hasn't answered or sent the missing cards. Wait, or withdraw the question on the order.",
  damaged: "It arrived damaged. Ask the customer, then set it to “Getting ready”.",
  count_differs: "The count doesn't match what was paid for, and the difference isn't resolved.",
};

/** Returns why a batch can't go to the grader, as a sentence. */
export function refusalText(refusal: GraderRefusal): string {
  return REFUSALS[refusal];
}

/** Returns the batch ID of a result. */
export function batchOf({ id, batch_id: batchId }: AddOutcome): string {
  return displayBatchId({ id, batch_id: batchId ?? null });
}

/** Returns the result of adding a batch, as staff read it. */
export function addText(result: AddOutcome): string {
  const { outcome, received_count: counted, num_cards: paid, other_shipment: other } = result;
  switch (outcome) {
    case "added":
      return `Added, ${goingText(result)}`;
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
      return `Not added. ${REFUSALS[outcome]}`;
  }
}

/** Returns how many unpaid cards of a batch to leave out of the box; null for none. */
export function keptText(
  member: Pick<ShipmentMember, "cards" | "received_count" | "refusal">,
): string | null {
  if (member.refusal !== null) return null;
  const kept = (member.received_count ?? 0) - (member.cards ?? 0);
  return kept > 0 ? `Leave out ${kept.toLocaleString("en-US")} unpaid` : null;
}

/** Returns how many of the counted cards ship, and how many unpaid ones to leave out. */
function goingText({ cards, received_count: counted }: AddOutcome): string {
  const [going, all] = [cards ?? 0, counted ?? 0];
  const kept = all - going;
  return kept > 0 ? `${going} of ${cardCount(all)}. Leave out ${kept} unpaid.` : cardCount(going);
}
