import { orderCsvHeading, orderCsvRow } from "@/lib/staff/orders/order-csv";
import { aStaffOrder } from "@/sandbox/builders/order";

const order = aStaffOrder({
  id: "0b9c1d7e-3f64-4b3c-9d50-8a4a7d1f2e3b",
  batch_id: null,
  num_cards: 4,
  payment_status: "unpaid",
  submitted_at: "2026-08-20T12:00:00+00:00",
  email: "=cmd@example.test",
  customer_name: "Casey, C.",
  refunded_cents: 250,
  grading_submission_number: "-1",
  internal_notes: 'he said "call"\nfirst',
});

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
