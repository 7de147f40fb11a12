import { randomUUID } from "node:crypto";
import { aPaymentIntentId } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import { eventsOf, type StaffMember, signUpStaff, storedOrder } from "../../sandbox/builders/rows";
import { applyRefund } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

/* What staff give back of a proposal's own payment. */

const sql = connect();
// Nothing of it is left for the tests of the reconcile job.
let proposals: Proposals;
afterEach(() => proposals.leaveNothing());
let member: StaffMember;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
  member = await signUpStaff(sql);
});

type Begun = { outcome: string; payment_intent_id?: string; request?: { id: string; adjustment_id: string } };

/** An order with two cards on top at $25 that were paid. */
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

test("it begins against the proposal's own payment, with who and why, and tells the owners above their limit", async () => {
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
  // The payment service says what went back, not the form.
  expect((await proposals.one(about.proposal.id)).status).toBe("paid");
});

describe("nothing begins", () => {
  test.each<[string, Record<string, unknown>, object]>([
    ["above what was paid of it", { p_amount_cents: 5_001 }, { outcome: "too_much", left_cents: 5_000 }],
    ["when the form saw another sum", { p_refunded_cents: 100 }, { outcome: "changed", refunded_cents: 0 }],
    ["of no proposal", { p_adjustment_id: randomUUID() }, { outcome: "not_found" }],
  ])("%s", async (_, changes, expected) => {
    expect(await begin(await paid(), changes)).toEqual(expected);
  });

  test("of a proposal of another order, or one that was not paid", async () => {
    const [about, other] = [await paid(), await paid()];
    expect(await begin(about, { p_adjustment_id: other.proposal.id })).toEqual({ outcome: "not_found" });
    const open = await proposals.counted(12);
    expect(await begin({ ...open, payment: "" })).toEqual({ outcome: "not_paid_by_card" });
  });

  test("with the id of a request for the order's own payment", async () => {
    const about = await paid();
    const form = { p_request_id: randomUUID() };
    expect(await begin(about, { ...form, p_adjustment_id: null })).toMatchObject({
      outcome: "started",
      payment_intent_id: about.order.stripe_payment_intent_id,
    });
    expect(await begin(about, form)).toEqual({ outcome: "other_request" });
  });

  test("by somebody without the right", async () => {
    const somebody = await signUpStaff(sql, "staff", []);
    await expect(begin(await paid(), { p_actor: somebody.id })).rejects.toThrow(
      'the right "refunds" is missing',
    );
  });
});

test("of two forms at once one begins, whether of the order or of its proposal", async () => {
  for (let round = 0; round < 5; round++) {
    const about = await paid();
    const answers = await Promise.all([begin(about), begin(about, { p_adjustment_id: null })]);
    expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ started: 1, under_way: 1 });
  }
});

test("one that nobody came back to is listed with the proposal's payment, for the job and for staff", async () => {
  const about = await paid();
  const { request } = await begin(about);
  await sql`update refund_requests set updated_at = now() - interval '6 minutes' where id = ${request?.id ?? ""}`;
  const args = { p_order_id: about.order.id };
  expect(await call(serverClient(), "list_stuck_refunds", args)).toMatchObject([
    { request: { id: request?.id, adjustment_id: about.proposal.id }, payment_intent_id: about.payment },
  ]);
});

describe("once it is made", () => {
  test("a part leaves it paid; all of it makes it refunded, and the order goes on", async () => {
    const { order, proposal, payment } = await paid();
    expect(await applyRefund(payment, 2_000)).toMatchObject({ outcome: "partial" });
    expect(await proposals.one(proposal.id)).toMatchObject({ status: "paid", refunded_cents: 2_000 });
    expect(await applyRefund(payment, 5_000)).toMatchObject({ outcome: "refunded" });
    expect(await proposals.one(proposal.id)).toMatchObject({ status: "refunded", refunded_cents: 5_000 });
    expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "paid", refunded_cents: 0 });
    const mails = await sql`select payload from outbox
      where kind = 'order_refunded' and payload ->> 'order_id' = ${order.id} order by id`;
    const of = { kind: "extra", paid_cents: 5_000 };
    expect(mails.map(({ payload }) => payload)).toEqual([
      { order_id: order.id, cents: 2_000, of: { ...of, refunded_cents: 2_000 } },
      { order_id: order.id, cents: 3_000, of: { ...of, refunded_cents: 5_000 } },
    ]);
  });

  test("its customer is not asked about the same cards again", async () => {
    const { order, payment } = await paid();
    await applyRefund(payment, 5_000);
    await sql`select private.settle_count(${order.id})`;
    expect((await proposals.of(order)).map(({ status }) => status)).toEqual(["refunded"]);
  });
});
