import { hasLeft, hasReached, isCorrection } from "@/lib/orders/status";
import type { OrderChanges } from "@/lib/staff/order/schema";
import type { StaffOrder } from "@/lib/staff/staff-order";

const UNPAID: StaffOrder["payment_status"][] = ["unpaid", "pending", "failed"];

/**
 * Returns whether a save needs a reason: the payment is set by hand, the batch moves back a step, it leaves unpaid, or it ships back
 * without a tracking number, while its return address is held, or before it was at the grader. The database knows further cases.
 */
export function isReasonNeeded(
  order: Pick<StaffOrder, "payment_status" | "submission_status" | "tracking_number" | "address_held_until">,
  changes: Pick<OrderChanges, "payment_status" | "submission_status" | "tracking_number">,
): boolean {
  const { submission_status: from } = order;
  const to = changes.submission_status ?? from;
  const isAway = hasReached({ submission_status: to }, "shipped");
  const hasNumber = Boolean((changes.tracking_number ?? order.tracking_number)?.trim());
  const isLeaving = hasLeft(to) && !hasLeft(from);
  return (
    changes.payment_status !== undefined ||
    isCorrection(from, to) ||
    (to !== from && isAway && UNPAID.includes(order.payment_status)) ||
    (isLeaving &&
      (!hasNumber ||
        order.address_held_until !== null ||
        (order.payment_status === "paid" && !hasReached(order, "shipped"))))
  );
}

type Corrected = "submission_status" | "tracking_number" | "grading_submission_number" | "delay_reason";

/**
 * Returns whether a save corrects what the customer may have read: an earlier step, another number, or no delay. Staff can then email
 * them (staff_update_order, p_emails_correction).
 */
export function correctsCustomer(
  order: Pick<StaffOrder, Corrected>,
  changes: Pick<OrderChanges, Corrected>,
): boolean {
  return (
    isCorrection(order.submission_status, changes.submission_status ?? order.submission_status) ||
    (changes.tracking_number !== undefined && Boolean(order.tracking_number)) ||
    (changes.grading_submission_number !== undefined && Boolean(order.grading_submission_number)) ||
    (changes.delay_reason === "" && Boolean(order.delay_reason))
  );
}
