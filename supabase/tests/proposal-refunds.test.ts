import { randomUUID } from "node:crypto";
import { aGuestKey, anEmail, aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import {
  eventsOf,
  exceptionsOf,
  type StaffMember,
  signUpStaff,
  storedOrder,
} from "../../sandbox/builders/rows";
import {
  aPaidSession,
  applyCheckout,
  applyRefund,
  attachCheckout,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

const sql = connect();
let proposals: Proposals;
let member: StaffMember;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
  member = await signUpStaff(sql);
});
// Reconcile job tests list all open sessions and refunds, so none may remain.
afterEach(() => proposals.leaveNothing());

type Begun = {
  outcome: string;
  payment_intent_id?: string;
  request?: { id: string; adjustment_id: string };
};

/** Returns an order with two extra cards paid at $25 each. */
async function paid() {
  const { order, proposal } = await proposals.counted(12);
  const payment = aPaymentIntentId();
  const session = await proposals.open(order, proposal);
  await proposals.apply(proposal, session, { p_payment_intent_id: payment });
  return { order, proposal, payment };
}
type Paid = Awaited<ReturnType<typeof paid>>;

const begin = ({ order, proposal }: Paid, changes: Record<string, unknown> = {}) =>
  call<Begun>(serverClient(), "staff_begin_refund", {
    p_actor: member.id,
    p_request_id: randomUUID(),
    p_order_id: order.id,
    p_adjustment_id: proposal.id,
    p_amount_cents: 2_500,
    p_refunded_cents: 0,
    p_reason: "It was ours",
    p_alert_cents: 100_000_000,
    ...changes,
  });
const finish = (id: string | undefined) =>
  call<{ outcome: string }>(serverClient(), "staff_finish_refund", {
    p_request_id: id,
    p_attempt: 1,
    p_stripe_refund_id: `re_${id}`,
    p_failure: null,
    p_alert_cents: 1_000,
  });

test("starts a refund of the proposal's own payment and alerts owners above their limit", async () => {
  const owner = await signUpStaff(sql, "owner");
  const about = await paid();
  const begun = await begin(about);
  expect(begun).toMatchObject({
    outcome: "started",
    payment_intent_id: about.payment,
    request: { adjustment_id: about.proposal.id },
  });
  const events = (await eventsOf(sql, about.order.id)).filter(({ type }) => type === "refund_started");
  expect(events).toMatchObject([{ to_value: "$25.00", actor_id: member.id, message: "It was ours" }]);
  expect(await finish(begun.request?.id)).toEqual({ outcome: "done" });
  const alerts = await sql`select payload from outbox
  where kind = 'refund_alert' and payload ->> 'order_id' = ${about.order.id} and payload ->> 'to' = ${owner.email}`;
  expect(alerts).toMatchObject([{ payload: { cents: 2_500, reason: "It was ours", by: member.email } }]);
  // The refund is recorded when Stripe reports it, not when the form is submitted.
  expect((await proposals.one(about.proposal.id)).status).toBe("paid");
});

test.each<[string, Record<string, unknown>, object]>([
  ["above what was paid", { p_amount_cents: 5_001 }, { outcome: "refund_too_much", left_cents: 5_000 }],
  [
    "when the form showed another amount",
    { p_refunded_cents: 100 },
    { outcome: "refund_outdated", refunded_cents: 0 },
  ],
  ["of an unknown proposal", { p_adjustment_id: randomUUID() }, { outcome: "order_not_found" }],
])("refuses a refund %s", async (_, changes, expected) => {
  expect(await begin(await paid(), changes)).toEqual(expected);
});

test("refuses a refund for another order's proposal or for an unpaid proposal", async () => {
  const [about, other] = [await paid(), await paid()];
  expect(await begin(about, { p_adjustment_id: other.proposal.id })).toEqual({
    outcome: "order_not_found",
  });
  const open = await proposals.counted(12);
  expect(await begin({ ...open, payment: "" })).toEqual({ outcome: "refund_not_by_card" });
});

test("refuses a request ID that was used for the order's own payment", async () => {
  const about = await paid();
  const form = { p_request_id: randomUUID() };
  expect(await begin(about, { ...form, p_adjustment_id: null })).toMatchObject({
    outcome: "started",
    payment_intent_id: about.order.stripe_payment_intent_id,
  });
  expect(await begin(about, form)).toEqual({ outcome: "refund_form_reused" });
});

test("starts a missing-card refund once a card payment arrives for an order marked paid by hand", async () => {
  const order = await attachCheckout(null, { p_guest_key: aGuestKey() });
  await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee,
    guest_email = ${anEmail()}, reservation_expires_at = null where id = ${order.id}`;
  await proposals.actions.checkIn(order.id, 2);
  const [proposal = { id: "" }] = await proposals.of(order);
  const api = serverClient();
  await call(api, "expire_adjustment", {
    p_adjustment_id: proposal.id,
    p_now: new Date(Date.now() + 8 * 86_400_000),
  });
  const begin = () => call(api, "begin_adjustment_refund", { p_adjustment_id: proposal.id });
  expect(await begin()).toEqual({ outcome: "not_paid_by_card" });
  expect((await proposals.one(proposal.id)).next_look_at).toBeNull();

  await applyCheckout(aPaidSession(order));

  expect((await proposals.one(proposal.id)).next_look_at).not.toBeNull();
  expect(await begin()).toMatchObject({ outcome: "started" });
});

test("starts one of two concurrent refunds for an order and its proposal", async () => {
  for (let round = 0; round < 5; round++) {
    const about = await paid();
    const answers = await Promise.all([begin(about), begin(about, { p_adjustment_id: null })]);
    expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ started: 1, refund_in_progress: 1 });
  }
});

test("lists a stuck refund with the proposal's payment", async () => {
  const about = await paid();
  const { request } = await begin(about);
  await sql`update refund_requests set updated_at = now() - interval '6 minutes' where id = ${request?.id ?? ""}`;
  const args = { p_order_id: about.order.id };
  expect(await call(serverClient(), "list_stuck_refunds", args)).toMatchObject([
    { request: { id: request?.id, adjustment_id: about.proposal.id }, payment_intent_id: about.payment },
  ]);
});

test("emails about each refund of a proposal and keeps its order paid", async () => {
  const { order, payment } = await paid();
  for (const cents of [2_000, 5_000]) await applyRefund(payment, cents);
  expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "paid", refunded_cents: 0 });
  const mails = await sql`select payload from outbox
  where kind = 'order_refunded' and payload ->> 'order_id' = ${order.id} order by id`;
  const of = { kind: "extra", paid_cents: 5_000 };
  expect(mails.map(({ payload }) => payload)).toEqual([
    { order_id: order.id, cents: 2_000, of: { ...of, refunded_cents: 2_000 } },
    { order_id: order.id, cents: 3_000, of: { ...of, refunded_cents: 5_000 } },
  ]);
});

const debit = { p_payment_status: "unpaid" };
const failure = { ...debit, p_async_failed: true };

/** Returns extra cards whose session has expired but wasn't checked. */
async function left() {
  const { order, proposal } = await proposals.counted(12);
  const session = await proposals.open(order, proposal);
  await sql`update order_adjustments set reservation_expires_at = now() - interval '1 minute' where id = ${proposal.id}`;
  return { order, proposal, session };
}

test("checks the expired session of a withdrawn proposal once", async () => {
  const { order, proposal, session } = await left();
  await proposals.actions.checkIn(order.id, 13, { p_is_recount: true });
  expect(await proposals.one(proposal.id)).toMatchObject({
    status: "withdrawn",
    next_look_at: expect.any(Date),
  });
  await proposals.apply(proposal, session, { ...debit, p_session_status: "expired" });
  expect(await proposals.one(proposal.id)).toMatchObject({
    reservation_expires_at: null,
    next_look_at: null,
  });
});

test("checks the expired session of declined extra cards, and holds no quota once the debit fails", async () => {
  const { order, proposal, session } = await left();
  expect(await proposals.decide(order, proposal, "return")).toMatchObject({ outcome: "decided" });
  expect((await proposals.one(proposal.id)).next_look_at).not.toBeNull();
  await proposals.apply(proposal, session, debit);
  expect(await proposals.one(proposal.id)).toMatchObject({ status: "declined", is_pending: true });
  await proposals.apply(proposal, session, failure);
  expect(await proposals.one(proposal.id)).toMatchObject({
    status: "declined",
    is_pending: false,
    next_look_at: null,
  });
});

test("makes a refund due again if it failed before Stripe's first report", async () => {
  const { order, proposal } = await proposals.counted(8);
  await proposals.decide(order, proposal, "refund");
  await call(serverClient(), "begin_adjustment_refund", { p_adjustment_id: proposal.id });
  const made = {
    p_request_id: proposal.id,
    p_attempt: 1,
    p_stripe_refund_id: `re_${proposal.id}`,
    p_failure: null,
  };
  await call(serverClient(), "staff_finish_refund", made);
  expect((await proposals.one(proposal.id)).status).toBe("refunded");
  expect((await applyRefund(order.stripe_payment_intent_id, 0)).outcome).toBe("duplicate");
  expect((await proposals.one(proposal.id)).status).toBe("accepted");
});

describe("an upcharge", () => {
  const ask = async (id: string) => {
    const { version } = await storedOrder(sql, id);
    const args = { p_order_id: id, p_version: version, p_qty: 2, p_unit_cents: 500, p_reason: "Worth more" };
    return (await proposals.actions.write("staff_propose_upcharge", args)).outcome;
  };

  test.each([
    ["processing", "adjustment_not_here"],
    ["shipped", "proposed"],
    ["graded", "proposed"],
    ["completed", "adjustment_not_here"],
  ])("for an upcharge on a batch that is %s, returns %s", async (status, outcome) => {
    const { order } = await proposals.counted(10);
    await sql`update grading_orders set submission_status = ${status} where id = ${order.id}`;
    expect(await ask(order.id)).toBe(outcome);
  });

  test("refuses an upcharge payment before shipping, and reports one that is made anyway", async () => {
    const { order } = await proposals.counted(10);
    const upcharge = await proposals.upcharge(order);
    await proposals.actions.change(order.id, { submission_status: "processing" }, "Not shipped yet");
    expect(await proposals.reserve(order, upcharge)).toEqual({ outcome: "adjustment_too_late" });
    const session = aSessionId();
    expect(await proposals.apply(upcharge, session)).toMatchObject({ outcome: "fulfilled" });
    expect(await exceptionsOf(sql, session)).toMatchObject([{ reason: "late_adjustment" }]);
  });
});
