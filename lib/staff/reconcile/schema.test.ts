import {
  reconciliationSchema,
  resolveExceptionSchema,
  retryEventSchema,
  retryMailSchema,
} from "@/lib/staff/reconcile/schema";

test("an exception is settled with a word on what was done", () => {
  const body = { exception_id: 7, resolution: "Refunded by hand.", accepts_amount: true };
  expect(resolveExceptionSchema.parse({ ...body, order_id: "x" })).toEqual(body);
  expect(resolveExceptionSchema.parse({ ...body, resolution: " Refunded by hand.\n" })).toEqual(body);
});

test.each(["", " ", "\n\t"])("%j does not say what was done", (resolution) => {
  const { error } = resolveExceptionSchema.safeParse({ exception_id: 7, resolution });
  expect(error?.issues[0]?.message).toBe("Please say what was done.");
});

test.each([
  { exception_id: 0 },
  { exception_id: 1.5 },
  { exception_id: "7" },
  { resolution: "x".repeat(2001) },
  { resolution: undefined },
  { accepts_amount: "yes" },
])("an exception is not settled with %p", (changes) => {
  const body = { exception_id: 7, resolution: "Refunded by hand.", ...changes };
  expect(resolveExceptionSchema.safeParse(body).success).toBe(false);
});

test.each([
  [{ mail_id: 7 }, true],
  [{ mail_id: null }, true],
  [{}, false],
  [{ mail_id: 0 }, false],
  [{ mail_id: 1.5 }, false],
  [{ mail_id: "all" }, false],
])("%j asks for a mail again, or for all of them: %s", (body, expected) => {
  expect(retryMailSchema.safeParse(body).success).toBe(expected);
});

test.each([
  [{ event_id: "evt_1" }, true],
  [{ event_id: "e".repeat(300) }, true],
  [{ event_id: "e".repeat(301) }, false],
  [{ event_id: "" }, false],
  [{ event_id: 1 }, false],
  [{}, false],
])("%j asks for a delivery again: %s", (body, expected) => {
  expect(retryEventSchema.safeParse(body).success).toBe(expected);
});

const none = { items: [], is_more: false };
const lists = {
  staff_role: "staff",
  my_rights: { rights: ["set_paid"], ask: null },
  tolerated_since: "2026-11-19T12:00:00+00:00",
  asked_until: null,
  balance: { month: "2026-11-01", paid: 3, refunded: 0, received: 1, awaiting: 1, settled: 0, differs: 1 },
  never_received: none,
  not_paid: none,
  count_differs: none,
  unmatched: none,
  paid_there: none,
  paid_here: none,
  amounts_differ: none,
  open_too_long: none,
  mails_failed: none,
  refunds_stuck: none,
  shorts_stuck: none,
  events_failed: none,
};
const bare = { at: "2026-11-21T12:00:00Z", order_id: null, batch_id: null };

test.each([
  bare,
  { ...bare, reason: "second_payment", stripe_session_id: "cs_1", exception_id: 1 },
  { ...bare, cards: 10, counted: null },
  { ...bare, package_id: "p1", there: { sender: "Jane" } },
  { ...bare, reason: "refund_failed", order_id: "o1", batch_id: "BATCH-ABCDEFGH-2345" },
  { ...bare, mail_id: 1, kind: "order_confirmation", last_error: "550", attempts: 5 },
  { ...bare, event_id: "evt_1", kind: "charge.refunded", last_error: null, attempts: 20 },
  {
    ...bare,
    here: { payment_status: "paid", grading_fee: 25, total_paid: null, refunded_cents: 0, version: 2 },
    there: { amount_cents: 2600, currency: "usd", payment_intent_id: null },
  },
])("a difference of %j can be shown", (item) => {
  const page = { ...lists, paid_there: { items: [item], is_more: true } };
  expect(reconciliationSchema.parse(page)).toEqual(page);
});

test.each([
  { ...bare, reason: "bad luck" },
  { ...bare, at: null },
  { ...bare, here: { payment_status: "paid" } },
  { ...bare, here: { payment_status: "gone", grading_fee: 25, total_paid: null, refunded_cents: 0 } },
])("what the lists may not hold is told, as %j", (item) => {
  const page = { ...lists, paid_there: { items: [item], is_more: false } };
  expect(reconciliationSchema.safeParse(page).success).toBe(false);
});

test.each(Object.keys(lists))("reconciliation without %s is none", (name) => {
  expect(reconciliationSchema.safeParse({ ...lists, [name]: undefined }).success).toBe(false);
});
