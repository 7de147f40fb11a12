import { businessDate, daysBetween, daysSince } from "@/lib/base/business-date";
import { formatDollars } from "@/lib/base/money";
import { plans } from "@/lib/base/plans";
import { counted } from "@/lib/base/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { carrierName } from "@/lib/orders/shipping/tracking-number";
import { isAwaited } from "@/lib/orders/status";
import { carrierPage } from "@/lib/orders/tracking/carrier";
import { fulfillmentLabel, paymentLabel, rollUpLabel, whereaboutsLabel } from "@/lib/staff/labels";
import { blockerLabels } from "@/lib/staff/orders/order-blockers";
import type { StaffOrder } from "@/lib/staff/staff-order";
import { namelessWords } from "@/lib/staff/words";

/** Reads an order as a row of the list shows it, at a moment in milliseconds: each value in the words that people read. */
export function orderRow(order: StaffOrder, now: number) {
  const { label: payment, tone } = paymentLabel(order.payment_status);
  const whereabouts = whereaboutsLabel(order);
  return {
    id: order.id,
    version: order.version,
    name: displayBatchId(order),
    plan: order.placed_by_admin ? "Staff" : order.user_id ? plans[order.plan_type].label : "Guest",
    /** What blocks it. */
    reasons: blockerLabels(order),
    customer: order.customer_name ?? order.email ?? namelessWords(order),
    email: order.customer_name ? order.email : null,
    submittedAt: order.submitted_at,
    /** How long it has been at its present step, or how late that is; null: nobody waits for it. */
    wait: waitWords(order, now),
    isLate: isLate(order, now),
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

function isLate({ due_on: due }: StaffOrder, now: number): boolean {
  return due !== null && businessDate(now) > due;
}

function waitWords(order: StaffOrder, now: number): string | null {
  const {
    due_on: due,
    sent_back_at: sentBack,
    received_at: received,
    arrived_at: arrived,
    paid_at: paid,
  } = order;
  const days = (since: string) => counted(daysSince(since, now), "day");
  if (due !== null && isLate(order, now))
    return `${counted(daysBetween(due, businessDate(now)), "day")} late`;
  if (order.submission_status === "completed" && sentBack) return `${days(sentBack)} on its way`;
  if (order.fulfillment_status === "complete") return null;
  if (received) return `${days(received)} since check-in`;
  if (arrived) return `Arrived ${days(arrived)} ago`;
  return paid && order.payment_status === "paid" ? `Paid ${days(paid)} ago` : null;
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
