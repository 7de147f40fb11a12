import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { cardCount } from "@/lib/base/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { returnAddressSchema } from "@/lib/orders/order";
import { groupName } from "@/lib/staff/groups/grader-group";
import { staffActSchema } from "@/lib/staff/staff-act";
import { boundedCountSchema, staffOrderSchema } from "@/lib/staff/staff-order";
import type { RefusalTexts } from "@/lib/supabase/rpc";

/** Reads why the cards of an order cannot go back to its owner; the database's private.return_refusal says it. */
export const returnRefusalSchema = z.enum([
  "sent_before",
  "not_paid",
  "disputed",
  "to_be_reviewed",
  "not_here",
  "in_group",
  "at_grader",
  "not_graded",
  "undecided",
  "address_held",
]);
/** Why cards cannot go back to their owner. */
export type ReturnRefusal = z.infer<typeof returnRefusalSchema>;

/** Reads an order that was scanned to be sent back, with the address of the order. */
export const returnedOrderSchema = z.extend(staffOrderSchema, {
  return_address: z.nullable(returnAddressSchema),
  refusal: z.nullable(returnRefusalSchema),
  grader_group_id: z.nullable(z.number()),
});
/** An order on its way back. */
export type ReturnedOrder = z.infer<typeof returnedOrderSchema>;

/** Reads what the page of returns shows. */
export const returnDeskSchema = z.object({
  staff_role: staffRoleSchema,
  /** Those that the code names. */
  orders: z.array(returnedOrderSchema),
  /** The 50 that can go back and are here longest. */
  ready: z.array(staffOrderSchema),
  ready_total: boundedCountSchema,
  /** The last ten parcels that were not taken back, newest first. */
  acts: z.array(staffActSchema),
});
/** The page of returns in one answer. */
export type ReturnDesk = z.infer<typeof returnDeskSchema>;

const REFUSALS: Record<ReturnRefusal, string> = {
  sent_before: "This batch is on its way back already. Correct the number on its order.",
  not_paid:
    "This batch is not paid. Ask the customer; to send it back unpaid, set its package aside at the receiving desk first.",
  disputed: "The payment of this batch is disputed: the cards stay here until that is settled.",
  to_be_reviewed: "Something about the money of this batch is open: settle it on its order first.",
  not_here: "The cards of this batch never came here.",
  in_group: "This batch waits for the grader. Take it out of its group first.",
  at_grader: "The cards of this batch are not back from the grader.",
  undecided: "Its customer hasn't answered a question. Wait for that, or withdraw it on the order.",
  address_held: "Its return address was just changed. Wait, or release it with a reason.",
  not_graded: "This batch is not graded. If it is, set that on its order first.",
};

/** Says that cards of a batch are still here and go back with the others. */
export function cardsHereWords(cards: number): string {
  return `${cardCount(cards)} still here. Pack ${cards === 1 ? "it" : "them"} too: not sent to the grader.`;
}

/** Says how the cards go back of a batch whose money went back, or never came; null for one that is paid. */
export function unpaidReturnWords(
  order: Pick<ReturnedOrder, "payment_status" | "submission_status" | "cards_here">,
): string | null {
  if (order.payment_status === "paid") return null;
  const standing = order.payment_status === "canceled" ? "is canceled" : "was not paid";
  const here = order.cards_here === null ? "" : `, but for ${cardCount(order.cards_here)} still here`;
  const how = order.submission_status === "graded" ? `graded${here}` : "ungraded";
  return `This batch ${standing}: its cards go back ${how}`;
}

/** Says why the cards of an order cannot go back; names the group that holds them. */
export function returnRefusalWords(refusal: ReturnRefusal, groupId: number | null = null): string {
  const isOfGroup = refusal === "in_group" || refusal === "at_grader";
  return isOfGroup && groupId !== null ? `${REFUSALS[refusal]} (${groupName(groupId)})` : REFUSALS[refusal];
}

const otherSchema = z.object({ id: z.string(), batch_id: z.nullable(z.string()) });
const nameOf = (other: unknown) => displayBatchId(z.parse(otherSchema, other));

/** Writes why a return is refused, from what the database says of it. */
export const returnTexts: RefusalTexts = {
  return_refused: ({ refusal }) => returnRefusalWords(z.parse(returnRefusalSchema, refusal)),
  number_of_other_owner: ({ other }) =>
    `This number is on the parcel of ${nameOf(other)}, which is another owner's. Scan the right label.`,
  number_of_other_address: ({ other }) =>
    `This number is on the parcel of ${nameOf(other)}, which goes to another address. Scan the right label.`,
  same_box: ({ other }) => `This number is on the parcel of ${nameOf(other)}, of the same owner.`,
};
