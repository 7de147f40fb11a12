import { formatDollars } from "@/lib/base/money";
import { plans } from "@/lib/base/plans";
import { displayBatchId } from "@/lib/orders/batch-id";
import { carrierName } from "@/lib/orders/shipping/tracking-number";
import { isAwaited } from "@/lib/orders/status";
import { carrierPage } from "@/lib/orders/tracking/carrier";
import { cardsStillHere } from "@/lib/orders/tracking/grader-line";
import { fulfillmentLabel, paymentLabel, rollUpLabel, whereaboutsLabel } from "@/lib/staff/labels";
import { attentionWords, customerWords, setAsideNote } from "@/lib/staff/orders/order-attention";
import { questionWords } from "@/lib/staff/orders/order-question";
import { orderWait } from "@/lib/staff/orders/order-wait";
import type { StaffOrder } from "@/lib/staff/staff-order";
import { namelessWords } from "@/lib/staff/words";

/** Reads an order as a row of the list shows it, at a moment in milliseconds: each value in the words that people read. */
export function orderRow(order: StaffOrder, now: number) {
  const wait = orderWait(order, now);
  const { label: payment, tone } = paymentLabel(order.payment_status);
  const whereabouts = whereaboutsLabel(order);
  return {
    id: order.id,
    version: order.version,
    name: displayBatchId(order),
    plan: order.placed_by_admin ? "Staff" : order.user_id ? plans[order.plan_type].label : "Guest",
    /** Why it needs somebody's eyes. */
    reasons: [...attentionWords(order), ...customerWords(order), ...setAsideNote(order)],
    ...notes({
      /** What its customer is asked. */
      question: questionWords(order, now),
      /** How many of its cards are still here while the others are at the grader. */
      sent: cardsStillHere(order),
      /** Of a late one, what its customer was told. */
      delay: wait?.late?.delay ?? null,
    }),
    customer: order.customer_name ?? order.email ?? namelessWords(order),
    email: order.customer_name ? order.email : null,
    submittedAt: order.submitted_at,
    /** How long it waits and for what, or how late it is. */
    wait: wait && (wait.late?.lasts ?? wait.words),
    cards: order.num_cards.toLocaleString("en-US"),
    total: formatDollars(order.total_paid ?? order.grading_fee),
    payment,
    tone,
    fulfillment: fulfillmentLabel(order.fulfillment_status),
    /** Where it is, in one of the three words of staff and below that in the customer's; null where nobody waits for the cards. */
    stage: whereabouts && rollUpLabel(order.submission_status),
    status: whereabouts?.label ?? null,
    ...inboundParcel(order),
    tracking: order.tracking_number,
    submission: order.grading_submission_number,
  };
}

/** Leaves out what is null: most rows have none of these, and a page that says so fifty times is longer by that. */
function notes<Name extends string>(words: Record<Name, string | null>): Partial<Record<Name, string>> {
  const said = Object.entries<string | null>(words).filter(([, text]) => text !== null);
  return Object.fromEntries(said) as Partial<Record<Name, string>>;
}

/**
 * Names by which carrier and number its package comes, as its customer says, with the carrier's page. Of nothing that is here, or of
 * which neither is known: no field at all, as most rows of a page have none.
 */
function inboundParcel(order: StaffOrder): { inbound?: { text: string; url: string | null } } {
  const { inbound_carrier: carrier, inbound_tracking: number } = order;
  const text = [carrier && carrier !== "other" ? carrierName(carrier) : null, number]
    .filter(Boolean)
    .join(" ");
  if (!isAwaited(order) || order.arrived_at !== null || text === "") return {};
  return { inbound: { text, url: carrierPage(number, carrier)?.url ?? null } };
}

/** A row of the list as orderRow words it. */
export type OrderRow = ReturnType<typeof orderRow>;
