import { orderRow } from "@/lib/staff/orders/order-row";
import { aStaffOrder } from "@/sandbox/builders/order";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const onItsWay = { payment_status: "paid", inbound_shipped_at: "2026-11-14T12:00:00Z" } as const;
const row = (columns: Parameters<typeof aStaffOrder>[0]) => orderRow(aStaffOrder(columns), NOW);

test.each<[string, Parameters<typeof aStaffOrder>[0], Partial<ReturnType<typeof orderRow>>]>([
  [
    "a guest who has not paid",
    { user_id: null, customer_name: null, email: null, payment_status: "unpaid", total_paid: null },
    { plan: "Guest", customer: "Guest, not paid yet", email: null },
  ],
  [
    "a guest who was erased after paying",
    { user_id: null, customer_name: null, email: null, payment_status: "paid", total_paid: 100 },
    { customer: "No name is kept", email: null },
  ],
  [
    "one of them whose money went back",
    { user_id: null, customer_name: null, email: null, payment_status: "canceled", total_paid: 100 },
    { customer: "No name is kept" },
  ],
  [
    "a guest with an address",
    { user_id: null, customer_name: null, email: "a@b.test" },
    { customer: "a@b.test", email: null },
  ],
  [
    "somebody with a name",
    { customer_name: "Ann", email: "a@b.test" },
    { customer: "Ann", email: "a@b.test" },
  ],
  ["staff", { placed_by_admin: true }, { plan: "Staff" }],
  ["many cards", { num_cards: 1200 }, { cards: "1,200" }],
  ["what was paid", { total_paid: 250.5, grading_fee: 300 }, { total: "$250.50" }],
  [
    "where a batch is, by the one name that fits the column",
    { fulfillment_status: "not_received", submission_status: "pending" },
    { fulfillment: "Not received", stage: "Pending", status: "Waiting for the cards" },
  ],
  [
    "a canceled order, which waits for no cards",
    { payment_status: "canceled", fulfillment_status: "not_received", submission_status: "pending" },
    { fulfillment: "Not received", stage: null, status: null },
  ],
  [
    "a canceled order whose cards are here",
    { payment_status: "canceled", fulfillment_status: "grading", submission_status: "received" },
    { fulfillment: "Grading", status: "Received and counted" },
  ],
  [
    "a package that waits to be opened, of a canceled order, too",
    { payment_status: "canceled", submission_status: "pending", arrived_at: "2026-11-20T10:00:00Z" },
    { status: "Here, unopened" },
  ],
  [
    "how many cards went to the grader, where others are here",
    { submission_status: "grading", received_count: 10, cards_sent: 8 },
    { sent: "8 of 10 cards sent" },
  ],
  [
    "what its customer has said, below what we have seen",
    {
      review_reason: "paid_after_canceled",
      cancel_requested_at: "2026-11-22T10:00:00Z",
      payment_status: "paid",
    },
    { reasons: [expect.stringMatching(/^Paid after/), "Cancel requested"] },
  ],
  ["the fee while nothing is paid", { total_paid: null, grading_fee: 300 }, { total: "$300.00" }],
  [
    "numbers",
    { tracking_number: "1Z", grading_submission_number: "SUB" },
    { tracking: "1Z", submission: "SUB" },
  ],
  [
    "how its customer says that it comes, until it is here",
    { ...onItsWay, inbound_carrier: "ups", inbound_tracking: "1Z999AA10123456784" },
    {
      inbound: {
        text: "UPS 1Z999AA10123456784",
        url: "https://www.ups.com/track?tracknum=1Z999AA10123456784",
      },
    },
  ],
  [
    "a number that is none of a parcel's",
    { ...onItsWay, inbound_carrier: "other", inbound_tracking: "no number" },
    { inbound: { text: "no number", url: null } },
  ],
  ["a carrier alone", { ...onItsWay, inbound_carrier: "usps" }, { inbound: { text: "USPS", url: null } }],
])("%s", (_, columns, wanted) => {
  expect(row(columns)).toMatchObject(wanted);
});

test.each<[string, Parameters<typeof aStaffOrder>[0]]>([
  ["says neither", onItsWay],
  ["has come", { ...onItsWay, inbound_carrier: "usps", arrived_at: "2026-11-22T10:00:00Z" }],
])("of a package that %s nothing is said of its way here", (_, columns) => {
  expect(row(columns)).not.toHaveProperty("inbound");
});

test.each([
  { submission_status: "grading", received_count: 10, cards_sent: 10 },
  // Those of a group that has not left.
  { submission_status: "received", received_count: 10, cards_sent: 8 },
] as const)("of %j it is not said how many cards were sent", (columns) =>
  expect(row(columns)).not.toHaveProperty("sent"),
);

test("a paid order that has not come says how long, one that is late since when", () => {
  const paid = {
    payment_status: "paid",
    submission_status: "pending",
    submitted_at: "2026-11-20T12:00:00Z",
  } as const;
  expect(row(paid)).toMatchObject({ wait: expect.stringMatching(/^Paid \d+ days? ago$/) });
  expect(row(paid)).not.toHaveProperty("delay");
  const here = {
    payment_status: "paid",
    submission_status: "received",
    received_at: "2026-06-01T12:00:00Z",
    promised_from: "2026-06-15",
    promised_to: "2026-06-23",
  } as const;
  expect(row(here)).toMatchObject({
    wait: expect.stringMatching(/^\d+ days late$/),
    delay: "No reason given",
  });
});
