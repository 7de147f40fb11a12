import { orderPageSchema } from "@/lib/staff/orders/data";
import { orderState } from "@/lib/staff/orders/order-blockers";
import { orderRow } from "@/lib/staff/orders/order-row";
import type { StaffOrder } from "@/lib/staff/staff-order";
import { aStaffOrder } from "@/sandbox/builders/order";

test("refuses a page without the count of each view", () => {
  expect(orderPageSchema.shape.views.safeParse({}).success).toBe(false);
});

describe("order row", () => {
  const NOW = Date.parse("2026-11-23T12:00:00Z");
  const onItsWay = { payment_status: "paid", inbound_shipped_at: "2026-11-14T12:00:00Z" } as const;
  const row = (columns: Parameters<typeof aStaffOrder>[0]) => orderRow(aStaffOrder(columns), NOW);

  test.each<[string, Parameters<typeof aStaffOrder>[0], Partial<ReturnType<typeof orderRow>>]>([
    [
      "an unpaid guest",
      { user_id: null, customer_name: null, email: null, payment_status: "unpaid", total_paid: null },
      { customer: "Guest, not paid yet", email: null },
    ],
    [
      "an erased guest who paid",
      { user_id: null, customer_name: null, email: null, payment_status: "paid", total_paid: 100 },
      { customer: "No name on file", email: null },
    ],
    [
      "a guest with an email",
      { user_id: null, customer_name: null, email: "a@b.test" },
      { customer: "a@b.test", email: null },
    ],
    [
      "a customer with a name",
      { customer_name: "Ann", email: "a@b.test" },
      { customer: "Ann", email: "a@b.test" },
    ],
    ["the paid amount", { total_paid: 250.5, grading_fee: 300 }, { total: "$250.50" }],
    [
      "no status for an order canceled before arrival",
      { payment_status: "canceled", fulfillment_status: "not_received", submission_status: "pending" },
      { status: "—" },
    ],
    [
      "a canceled order whose cards are here",
      { payment_status: "canceled", fulfillment_status: "grading", submission_status: "received" },
      { status: "Checked in" },
    ],
    [
      "the unopened package of a canceled order",
      { payment_status: "canceled", submission_status: "pending", arrived_at: "2026-11-20T10:00:00Z" },
      { status: "Arrived" },
    ],
    [
      "blockers",
      { blockers: ["review", "cancel_request", "proposal"] },
      { reasons: ["Payment to review", "Cancellation requested", "Customer is deciding"] },
    ],
    [
      "the inbound carrier and number until arrival",
      { ...onItsWay, inbound_carrier: "ups", inbound_tracking: "1Z999AA10123456784" },
      {
        inbound: {
          text: "UPS 1Z999AA10123456784",
          url: "https://www.ups.com/track?tracknum=1Z999AA10123456784",
        },
      },
    ],
  ])("shows %s", (_, columns, wanted) => {
    expect(row(columns)).toMatchObject(wanted);
  });

  test.each<[string, Parameters<typeof aStaffOrder>[0]]>([
    ["has no carrier or number", onItsWay],
    ["has arrived", { ...onItsWay, inbound_carrier: "usps", arrived_at: "2026-11-22T10:00:00Z" }],
  ])("shows no inbound package when it %s", (_, columns) => {
    expect(row(columns)).not.toHaveProperty("inbound");
  });

  test.each<[Parameters<typeof aStaffOrder>[0], string | null, boolean]>([
    [{ paid_at: "2026-11-20T12:00:00Z" }, "3 days", false],
    [{ payment_status: "unpaid" }, null, false],
    [{ arrived_at: "2026-11-22T12:00:00Z", due_on: "2026-11-24" }, "1 day", false],
    [{ received_at: "2026-11-13T12:00:00Z", due_on: "2026-11-20" }, "3 days late", true],
    [{ fulfillment_status: "complete", submission_status: "delivered" }, null, false],
  ])("returns for %j the wait %j (overdue: %s)", (columns, wait, isLate) => {
    expect(row(columns)).toMatchObject({ wait, isLate });
  });
});

describe("order state", () => {
  const name = String(aStaffOrder().batch_id);
  const arrived = { arrived_at: "2026-11-20T10:00:00Z" };
  const back = { fulfillment_status: "complete", submission_status: "completed" } as const;
  const [receive, returns] = [`/admin/receive?code=${name}`, `/admin/returns?code=${name}`];
  const ups = "https://www.ups.com/track?tracknum=1Z999AA10123456784";
  const canceled = { payment_status: "canceled" } as const;

  test.each<[Partial<StaffOrder>, string, string | null, [label: string, href: string] | null]>([
    [{}, "Waiting for the cards", "Nothing to do yet.", null],
    [arrived, "Arrived", null, ["Check in", receive]],
    [
      { inbound_delivered_at: "2026-11-20T10:00:00Z" },
      "Waiting for the cards",
      "The customer says the package was delivered. Look for it.",
      ["Check in", receive],
    ],
    [{ submission_status: "received" }, "Checked in", null, ["Add to a shipment", "/admin/grader"]],
    [{ submission_status: "graded" }, "Grades ready", null, ["Ship back", returns]],
    [
      { ...back, tracking_number: "1Z999AA10123456784" },
      "On its way back",
      "Nothing to do yet.",
      ["Track with UPS", ups],
    ],
    [canceled, "Canceled", "Nothing to do.", null],
    [{ ...canceled, ...arrived }, "Canceled, cards still here", null, ["Ship back", returns]],
    [{ ...arrived, blockers: ["cancel_request", "proposal"] }, "Cancellation requested", null, null],
    [
      { blockers: ["exception"] },
      "Payment doesn't match",
      "Find out what the payment is for.",
      ["Review payment", "/admin/reconcile"],
    ],
  ])("describes the state of %j as %s", (fields, heading, next, action) => {
    const [label, href] = action ?? [];
    expect(orderState(aStaffOrder(fields))).toEqual({ heading, next, action: action && { label, href } });
  });
});
