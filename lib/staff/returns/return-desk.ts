import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { cardCount } from "@/lib/base/messages";
import { displayBatchId } from "@/lib/orders/batch-id";
import { returnAddressSchema } from "@/lib/orders/order";
import { shipmentName } from "@/lib/staff/grader-shipments/grader-shipment";
import { staffActionSchema } from "@/lib/staff/staff-action";
import { boundedCountSchema, staffOrderSchema } from "@/lib/staff/staff-order";
import type { RefusalTexts } from "@/lib/supabase/rpc";

const inShipmentText = (shipment: string) =>
  `This batch is packed for the grader. Remove it from ${shipment} first.`;

/** Why cards can't ship back. The database's private.return_refusal decides. */
const REFUSALS = {
  sent_before: "This batch is already on its way back. If the tracking number is wrong, fix it on the order.",
  not_paid:
    "This batch isn't paid for. Ask the customer to pay. To ship it back unpaid, set it aside at the receiving desk first.",
  disputed: "This payment is disputed. Keep the cards until that's resolved.",
  to_be_reviewed: "This payment needs review. Resolve it on the order first.",
  not_here: "We don't have these cards.",
  in_shipment: inShipmentText("its shipment"),
  at_grader: "These cards aren't back from the grader.",
  undecided: "The customer hasn't answered a question. Wait, or withdraw the question on the order.",
  address_held: "The return address just changed. Wait, or release the hold with a reason.",
  not_graded: "This batch isn't marked as graded. If the grades are in, update the order first.",
};

export type ReturnRefusal = keyof typeof REFUSALS;
export const returnRefusalSchema = z.enum(Object.keys(REFUSALS) as ReturnRefusal[]);

export const returnedOrderSchema = z.extend(staffOrderSchema, {
  return_address: z.nullable(returnAddressSchema),
  refusal: z.nullable(returnRefusalSchema),
  grader_shipment_id: z.nullable(z.number()),
});
export type ReturnedOrder = z.infer<typeof returnedOrderSchema>;

export const returnDeskSchema = z.object({
  staff_role: staffRoleSchema,
  /** Matches of the code. */
  orders: z.array(returnedOrderSchema),
  /** The 50 orders that have been ready to ship back the longest. */
  ready: z.array(staffOrderSchema),
  ready_total: boundedCountSchema,
  /** The last ten return shipments, newest first. */
  actions: z.array(staffActionSchema),
});
export type ReturnDesk = z.infer<typeof returnDeskSchema>;

export function cardsHereText(cards: number): string {
  return `${cardCount(cards)} still here, ungraded. Pack ${cards === 1 ? "it" : "them"} too.`;
}

/** Returns how to ship back the cards of a refunded or unpaid batch. Null for a paid one. */
export function unpaidReturnText(
  order: Pick<ReturnedOrder, "payment_status" | "submission_status" | "cards_here">,
): string | null {
  if (order.payment_status === "paid") return null;
  const status = order.payment_status === "canceled" ? "is canceled" : "isn't paid";
  const here = order.cards_here === null ? "" : `, with ${cardCount(order.cards_here)} ungraded`;
  const how = order.submission_status === "graded" ? `graded${here}` : "ungraded";
  return `This batch ${status}. Ship its cards back ${how}.`;
}

/** Returns why cards can't ship back, including the shipment they are in. */
export function returnRefusalText(refusal: ReturnRefusal, shipmentId: number | null = null): string {
  if (shipmentId === null) return REFUSALS[refusal];
  const shipment = shipmentName(shipmentId);
  if (refusal === "in_shipment") return inShipmentText(shipment);
  return refusal === "at_grader" ? `${REFUSALS.at_grader} They're in ${shipment}.` : REFUSALS[refusal];
}

const otherSchema = z.object({ id: z.string(), batch_id: z.nullable(z.string()) });
const nameOf = (other: unknown) => displayBatchId(z.parse(otherSchema, other));

/** Texts of refused returns, based on facts from the database. */
export const returnTexts: RefusalTexts = {
  return_refused: ({ refusal }) => returnRefusalText(z.parse(returnRefusalSchema, refusal)),
  number_of_other_owner: ({ other }) =>
    `This number belongs to ${nameOf(other)}, from another customer. Scan the right label.`,
  number_of_other_address: ({ other }) =>
    `This number belongs to ${nameOf(other)}, which ships to another address. Scan the right label.`,
  same_box: ({ other }) => `This number belongs to ${nameOf(other)}, from the same customer.`,
};
