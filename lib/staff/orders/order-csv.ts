import { toCents } from "@/lib/base/money";
import { displayBatchId } from "@/lib/orders/batch-id";
import { csvRow } from "@/lib/staff/orders/csv";
import type { StaffOrder } from "@/lib/staff/staff-order";

const COLUMNS: [title: string, value: (order: StaffOrder) => string | number | null][] = [
  ["Batch ID", displayBatchId],
  ["Submitted", (order) => order.submitted_at],
  ["Customer", (order) => order.customer_name],
  ["Email", (order) => order.email],
  ["Plan", (order) => order.plan_type],
  ["Cards", (order) => order.num_cards],
  ["Fee (USD)", (order) => order.grading_fee],
  [
    "Paid (USD)",
    ({ total_paid, extras }) =>
      total_paid === null ? null : (toCents(total_paid) + extras.paid_cents) / 100,
  ],
  ["Refunded (USD)", (order) => (order.refunded_cents + order.extras.refunded_cents) / 100],
  ["Payment", (order) => order.payment_status],
  ["Fulfillment", (order) => order.fulfillment_status],
  ["Submission status", (order) => order.submission_status],
  ["Checked in", (order) => order.received_at],
  ["Counted", (order) => order.received_count],
  ["Tracking number", (order) => order.tracking_number],
  ["Submission number", (order) => order.grading_submission_number],
  ["Staff notes", (order) => order.internal_notes],
];

/** The first row of an export, with the byte order mark by which spreadsheets recognize UTF-8. */
export const orderCsvHeading = `\uFEFF${csvRow(COLUMNS.map(([title]) => title))}`;

/** Returns an order as a row of the export: amounts in dollars, times in ISO format, statuses as stored. */
export function orderCsvRow(order: StaffOrder): string {
  return csvRow(COLUMNS.map(([, value]) => value(order)));
}
