import { businessDate, daysBetween, daysSince } from "@/lib/base/business-date";
import { counted } from "@/lib/base/messages";
import { formatDollars } from "@/lib/base/money";
import { batchTitle, displayBatchId } from "@/lib/orders/batch-id";
import { isAwaited } from "@/lib/orders/status";
import { carrierName, carrierPage } from "@/lib/orders/tracking-number";
import { namelessText, paymentLabel, whereaboutsLabel } from "@/lib/staff/labels";
import { blockerLabels } from "@/lib/staff/orders/order-blockers";
import type { StaffOrder } from "@/lib/staff/staff-order";

export function orderRow(order: StaffOrder, now: number) {
  const { label: payment, tone } = paymentLabel(order.payment_status);
  return {
    id: order.id,
    version: order.version,
    title: batchTitle(order, now),
    code: displayBatchId(order),
    reasons: blockerLabels(order),
    customer: order.customer_name ?? order.email ?? namelessText(order),
    email: order.customer_name ? order.email : null,
    wait: waitText(order, now),
    isLate: isLate(order, now),
    cards: order.num_cards.toLocaleString("en-US"),
    total: formatDollars(order.total_paid ?? order.grading_fee),
    payment,
    /** The payment is pending or failed. */
    isPaymentOdd: tone === "warning" || tone === "danger",
    status: whereaboutsLabel(order)?.label ?? "—",
    ...inboundParcel(order),
    tracking: order.tracking_number,
    submission: order.grading_submission_number,
  };
}

function isLate({ due_on: due }: StaffOrder, now: number): boolean {
  return due !== null && businessDate(now) > due;
}

function waitText(order: StaffOrder, now: number): string | null {
  const {
    due_on: due,
    sent_back_at: sentBack,
    received_at: received,
    arrived_at: arrived,
    paid_at: paid,
  } = order;
  const days = (since: string) =>
    daysSince(since, now) === 0 ? "Today" : counted(daysSince(since, now), "day");
  if (due !== null && isLate(order, now))
    return `${counted(daysBetween(due, businessDate(now)), "day")} late`;
  if (order.submission_status === "completed" && sentBack) return days(sentBack);
  if (order.fulfillment_status === "complete") return null;
  const since = received ?? arrived ?? (order.payment_status === "paid" ? paid : null);
  return since && days(since);
}

/** Returns the carrier, number and carrier link of a package on its way to us. Omits the field for most rows. */
function inboundParcel(order: StaffOrder): { inbound?: { text: string; url: string | null } } {
  const { inbound_carrier: carrier, inbound_tracking: number } = order;
  const text = [carrier && carrier !== "other" ? carrierName(carrier) : null, number]
    .filter(Boolean)
    .join(" ");
  if (!isAwaited(order) || order.arrived_at !== null || text === "") return {};
  return { inbound: { text, url: carrierPage(number, carrier)?.url ?? null } };
}

export type OrderRow = ReturnType<typeof orderRow>;
