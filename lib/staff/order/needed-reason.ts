import { hasLeft, hasReached, isCorrection } from "@/lib/orders/status";
import type { OrderChanges } from "@/lib/staff/order/schema";
import type { StaffOrder } from "@/lib/staff/staff-order";

const UNPAID: StaffOrder["payment_status"][] = ["unpaid", "pending", "failed"];

/**
 * Tells whether a save of an order takes a reason by what can be seen of it: the payment is set by hand, the batch goes back to an
 * earlier step, or it leaves for the grader or for home unpaid, or for home without a tracking number, while its return address is held,
 * or when the grader never had it. The database asks for it in these cases, and in some that it alone sees.
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
 * Tells whether a save corrects what the customer may have been told: an earlier step, another number, or no delay. Staff can then email
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
