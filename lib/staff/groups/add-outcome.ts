import * as z from "zod/mini";
import { cardCount } from "@/lib/base/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import {
  type GraderRefusal,
  type GroupMember,
  graderRefusalSchema,
  groupName,
} from "@/lib/staff/groups/grader-group";

const refusals = graderRefusalSchema.options;

/** Reads what came of putting a batch into a group, or why one of it cannot go any more. */
export const addOutcomeSchema = z.object({
  id: z.string(),
  outcome: z.enum(["added", "already_here", "other_group", "group_full", "order_not_found", ...refusals]),
  batch_id: z.nullish(z.string()),
  num_cards: z.nullish(z.number()),
  received_count: z.nullish(z.number()),
  /** With `added`: how many of them go with this group. */
  cards: z.nullish(z.number()),
  /** With `other_group`: which. */
  other_group: z.nullish(z.number()),
});
/** What came of putting a batch into a group. */
export type AddOutcome = z.infer<typeof addOutcomeSchema>;

const REFUSALS: Record<GraderRefusal, string> = {
  set_aside: "its package is set aside: count it at the desk, or take it off that list",
  not_paid: "it is not paid, or was refunded",
  not_received: "its cards are not received and counted",
  sent_before: "it was sent to a grader before",
  disputed: "its payment is disputed",
  to_be_reviewed: "something about its money is open: look at the order",
  asked: "its customer has to answer, or to send the rest, first (or withdraw the question on the order)",
  damaged: "it arrived damaged: ask its customer, then set it to “Getting ready”",
  count_differs: "another number of cards was counted than paid for, and that is not settled",
};

/** Says why a batch cannot go to the grader, as the end of a sentence. */
export function refusalWords(refusal: GraderRefusal): string {
  return REFUSALS[refusal];
}

/** Names the batch of a result. */
export function batchOf({ id, batch_id: batchId }: AddOutcome): string {
  return displayBatchId({ id, batch_id: batchId ?? null });
}

/** Says what came of putting a batch into a group, as staff read it. */
export function addWords(result: AddOutcome): string {
  const { outcome, received_count: counted, num_cards: paid, other_group: other } = result;
  switch (outcome) {
    case "added":
      return `Put in, ${goingWords(result)}`;
    case "already_here":
      return "Is in this group already";
    case "other_group":
      return `Not put in: it is in ${other ? groupName(other) : "another group"}`;
    case "group_full":
      return "Not put in: this group is full, close it and begin another one";
    case "order_not_found":
      return "Not put in: it is gone";
    case "count_differs":
      return `Not put in: ${counted} of ${paid} cards were counted, and that is not settled`;
    default:
      return `Not put in: ${REFUSALS[outcome]}`;
  }
}

/** Says in the row of a batch how many of its cards are to be taken out of its box; null where all go, or nobody can tell here. */
export function keptWords(member: Pick<GroupMember, "cards" | "received_count" | "refusal">): string | null {
  if (member.refusal !== null) return null;
  const kept = (member.received_count ?? 0) - (member.cards ?? 0);
  return kept > 0 ? `Keep ${kept.toLocaleString("en-US")} here, not paid for` : null;
}

/** Says how many of the counted cards go, and which are to be taken out: they are not paid for. */
function goingWords({ cards, received_count: counted }: AddOutcome): string {
  const [going, all] = [cards ?? 0, counted ?? 0];
  const kept = all - going;
  return kept > 0 ? `${going} of ${cardCount(all)}: keep ${kept} here, not paid for` : cardCount(going);
}
