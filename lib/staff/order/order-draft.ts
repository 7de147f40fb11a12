import { hasLeft, hasReached, isCorrection } from "@/lib/orders/status";
import type { OrderChanges } from "@/lib/staff/order/schema";
import type { StaffOrder } from "@/lib/staff/staff-order";

/** The values of the edit form: typed texts (empty if not set) and selected statuses. */
export type OrderDraft = Required<Omit<OrderChanges, "payment_status" | "is_reviewed" | "internal_notes">> & {
  payment_status: StaffOrder["payment_status"];
};

export function draftOf(order: StaffOrder): OrderDraft {
  return {
    payment_status: order.payment_status,
    fulfillment_status: order.fulfillment_status,
    submission_status: order.submission_status,
    tracking_number: order.tracking_number ?? "",
    grading_submission_number: order.grading_submission_number ?? "",
    note: "",
    invoice_filename: order.invoice_filename ?? "",
    shelf_location: order.shelf_location ?? "",
    delay_reason: order.delay_reason ?? "",
    delayed_until: order.delayed_until ?? "",
  };
}

/**
 * Returns the changes compared with the stored order in the endpoint's format. Null for no changes. Ignores
 * surrounding spaces.
 */
export function changesOf(order: StaffOrder, draft: OrderDraft): OrderChanges | null {
  const stored = draftOf(order);
  const names = Object.keys(stored) as (keyof OrderDraft)[];
  const changed = names.filter((name) => draft[name].trim() !== stored[name].trim());
  if (changed.length === 0) return null;
  // A delay needs both a reason and a date.
  const delay = ["delay_reason", "delayed_until"] as const;
  if (delay.some((name) => changed.includes(name))) changed.push(...delay);
  return Object.fromEntries(changed.map((name) => [name, draft[name]])) as OrderChanges;
}

/**
 * Returns the form values after someone else saved the order: their values, except for fields edited here since
 * `former`.
 */
export function rebase(draft: OrderDraft, former: StaffOrder, current: StaffOrder): OrderDraft {
  const mine = changesOf(former, draft);
  return { ...draftOf(current), ...(mine as Partial<OrderDraft> | null) };
}

/**
 * Returns whether a save needs a reason: the payment is set by hand, the batch moves back a step, it ships while
 * unpaid, or it ships back without a tracking number, with its return address on hold, or before it was at the
 * grader. The database checks further cases.
 */
export function isReasonNeeded(
  order: Pick<StaffOrder, "payment_status" | "submission_status" | "tracking_number" | "address_held_until">,
  changes: Pick<OrderChanges, "payment_status" | "submission_status" | "tracking_number">,
): boolean {
  const { submission_status: from, payment_status: payment } = order;
  const to = changes.submission_status ?? from;
  const isUnpaid = payment === "unpaid" || payment === "pending" || payment === "failed";
  const leavesUnpaid = to !== from && hasReached({ submission_status: to }, "shipped") && isUnpaid;
  const hasNumber = Boolean((changes.tracking_number ?? order.tracking_number)?.trim());
  const skipsGrader = payment === "paid" && !hasReached(order, "shipped");
  const returnsOddly =
    hasLeft(to) && !hasLeft(from) && (!hasNumber || order.address_held_until !== null || skipsGrader);
  return changes.payment_status !== undefined || isCorrection(from, to) || leavesUnpaid || returnsOddly;
}

type Corrected = "submission_status" | "tracking_number" | "grading_submission_number" | "delay_reason";

/** Returns whether a save corrects something the customer may have read. Staff can then email the correction. */
export function correctsCustomer(order: Pick<StaffOrder, Corrected>, changes: Pick<OrderChanges, Corrected>) {
  return (
    isCorrection(order.submission_status, changes.submission_status ?? order.submission_status) ||
    (changes.tracking_number !== undefined && Boolean(order.tracking_number)) ||
    (changes.grading_submission_number !== undefined && Boolean(order.grading_submission_number)) ||
    (changes.delay_reason === "" && Boolean(order.delay_reason))
  );
}
