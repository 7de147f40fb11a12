import { orderCsvHeading, orderCsvRow } from "@/lib/staff/orders/order-csv";
import type { StaffOrder } from "@/lib/staff/staff-order";

const order: StaffOrder = {
  id: "0b9c1d7e-3f64-4b3c-9d50-8a4a7d1f2e3b",
  batch_id: null,
  user_id: null,
  email: "=cmd@example.test",
  customer_name: "Casey, C.",
  plan_type: "payg",
  num_cards: 4,
  rate_cents: 2500,
  grading_fee: 100,
  total_paid: null,
  refunded_cents: 250,
  payment_status: "unpaid",
  fulfillment_status: "not_received",
  submission_status: "pending",
  notes: null,
  tracking_number: null,
  grading_submission_number: "-1",
  submitted_at: "2026-08-20T12:00:00+00:00",
  paid_at: null,
  version: 1,
  arrived_at: null,
  received_at: null,
  received_count: null,
  package_condition: null,
  review_reason: null,
  dispute_status: null,
  open_exceptions: 0,
  placed_by_admin: false,
  is_paid_by_card: false,
  updated_at: "2026-08-20T12:00:00+00:00",
  internal_notes: 'he said "call"\nfirst',
  invoice_filename: null,
  shelf_location: null,
} as StaffOrder;

test("an order is one row with as many cells as the heading, and nothing in it runs", () => {
  expect(orderCsvHeading.startsWith("\uFEFFBatch ID,Submitted,")).toBe(true);
  expect(orderCsvRow(order)).toBe(
    `ORDER-0B9C1D7E,2026-08-20T12:00:00+00:00,"Casey, C.",'=cmd@example.test,payg,4,100,,2.5,unpaid,not_received,` +
      `pending,,,,'-1,"he said ""call""\nfirst"\r\n`,
  );
  const columns = orderCsvHeading.split(",").length;
  const bare = orderCsvRow({ ...order, customer_name: null });
  expect(bare.split(",")).toHaveLength(columns);
});
