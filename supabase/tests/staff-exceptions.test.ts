import type Stripe from "stripe";
import { disputeLabel } from "@/lib/staff/labels";
import { aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import {
  addException,
  addOrder,
  addUser,
  confirmationsOf,
  eventsOf,
  type StaffMember,
  signUpStaff,
  storedOrder,
} from "../../sandbox/builders/rows";
import {
  aPaidSession,
  applyCheckout,
  applyRefund,
  attachCheckout,
  nextFence,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, tally, withRollback } from "../../sandbox/builders/test-database";

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

const resolve = (p_exception_id: number, p_accepts_amount: boolean, p_resolution = "They agreed") =>
  call<{ outcome: string }>(serverClient(), "staff_resolve_exception", {
    p_actor: member.id,
    p_exception_id,
    p_resolution,
    p_accepts_amount,
  });
const dispute = async (p_payment_intent_id: string, p_status: string) =>
  call(serverClient(), "apply_dispute", { p_payment_intent_id, p_fence: await nextFence(), p_status });

test.each([
  ["amount_mismatch", true, { accepted_cents: 5_000 }],
  ["amount_mismatch", false, { accepted_cents: null }],
  ["second_payment", false, { accepted_cents: null }],
])("resolves an exception (%s) and accepts its amount: %j", async (reason, accepts, stored) => {
  const order = await addOrder(sql, { payment_status: "unpaid", reservation_expires_at: "2001-01-01" });
  const exception = await addException(sql, {
    order_id: order.id,
    reason,
    detail: { amount_cents: 5_000 },
    stripe_session_id: order.stripe_session_id,
  });
  const answer = await resolve(exception, accepts);
  const accepted_session = stored.accepted_cents ? order.stripe_session_id : null;
  expect(answer).toEqual({ outcome: "resolved", accepted_session });
  const [row] = await sql`select accepted_cents from payment_exceptions where id = ${exception}`;
  expect(row).toEqual(stored);
  // The reconcile job checks an order with an accepted amount until its payment is recorded.
  const reservation = stored.accepted_cents ? expect.any(Date) : null;
  expect(await storedOrder(sql, order.id)).toMatchObject({ reservation_expires_at: reservation });
});

test.each([
  ["by another session", { stripe_payment_intent_id: aPaymentIntentId() }, "exception_paid_before"],
  ["by hand after another session was opened", { stripe_payment_intent_id: null }, "exception_paid_before"],
  ["by hand, with this session as its payment", { stripe_payment_intent_id: null }, "resolved"],
])(
  "handles a differing amount for an order that was paid in the meantime %s",
  async (_how, columns, outcome) => {
    const order = await addOrder(sql, { ...columns, paid_at: new Date() });
    const exception = await addException(sql, {
      order_id: order.id,
      detail: { amount_cents: 5_000 },
      ...(outcome === "resolved" ? { stripe_session_id: order.stripe_session_id } : {}),
    });
    const answer = await resolve(exception, true);
    expect(answer).toMatchObject({ outcome });
    const [row] =
      await sql`select resolved_at is not null as is_settled from payment_exceptions where id = ${exception}`;
    expect(row).toEqual({ is_settled: outcome === "resolved" });
  },
);

describe("money that does not fit a charge", () => {
  const resolveOf = async (session: string, accepts: boolean) => {
    const [row] = await sql`select id from payment_exceptions where stripe_session_id = ${session}`;
    return resolve(Number(row?.id), accepts);
  };

  test.each([
    ["paid by card", false],
    ["paid by a pending debit", true],
  ])("releases the session of a resolved charge %s, so that another can open", async (_how, isDebit) => {
    const proposals = await Proposals.begin(sql);
    const { order, proposal, session } = await proposals.paying();
    const other = (await proposals.paying()).proposal;
    if (isDebit) await proposals.apply(proposal, session, { p_payment_status: "unpaid" });
    const wrong = { p_amount_cents: proposal.amount_cents - 1 };
    expect(await proposals.apply(proposal, session, wrong)).toMatchObject({ outcome: "exception" });
    await resolveOf(session, false);
    const settled = await proposals.one(proposal.id);
    expect(settled).toMatchObject({
      status: "accepted",
      reservation_expires_at: null,
      is_pending: false,
      next_look_at: settled.deadline_at,
    });
    expect((await proposals.one(other.id)).reservation_expires_at).not.toBeNull();
    await proposals.open(order, proposal);
    await proposals.leaveNothing();
  });

  test("refuses an amount for a charge that was paid by another session", async () => {
    const proposals = await Proposals.begin(sql);
    const { proposal, session } = await proposals.paying();
    await proposals.apply(proposal, session, { p_amount_cents: proposal.amount_cents - 1 });
    await proposals.apply(proposal, aSessionId());
    expect(await resolveOf(session, true)).toEqual({ outcome: "exception_paid_before" });
    expect(await resolveOf(session, false)).toMatchObject({ outcome: "resolved" });
    expect(await resolveOf(session, true)).toEqual({ outcome: "exception_settled" });
  });

  test("keeps checking an accepted charge until its payment is recorded", async () => {
    const proposals = await Proposals.begin(sql);
    const { proposal, session } = await proposals.paying();
    const cents = proposal.amount_cents - 1;
    await proposals.apply(proposal, session, { p_amount_cents: cents });
    await resolveOf(session, true);
    expect(await proposals.one(proposal.id)).toMatchObject({ reservation_expires_at: expect.any(Date) });
    await proposals.apply(proposal, session, { p_amount_cents: cents });
    expect(await proposals.one(proposal.id)).toMatchObject({ status: "paid", paid_cents: cents });
    await proposals.leaveNothing();
  });
});

test.each(["currency_mismatch", "second_payment"])(
  "refuses an amount if the exception isn't about the amount (%s)",
  async (reason) => {
    const { id } = await addOrder(sql, { payment_status: "unpaid" });
    const exception = await addException(sql, { order_id: id, reason, detail: { amount_cents: 5_000 } });
    expect(await resolve(exception, true)).toEqual({ outcome: "exception_no_amount" });
    expect((await storedOrder(sql, id)).open_exceptions).toBe(1);
    expect(await resolve(exception, false)).toMatchObject({ outcome: "resolved" });
    expect(await resolve(exception, true)).toEqual({ outcome: "exception_settled" });
  },
);

test("resolves an exception once with a note and removes it from the open exceptions", async () => {
  const order = await addOrder(sql);
  const exception = await addException(sql, { order_id: order.id, reason: "second_payment" });
  const open = async () => (await storedOrder(sql, order.id)).open_exceptions;
  expect(await open()).toBe(1);
  const close = () => resolve(exception, false, "refunded the second one");
  const outcomes = (await Promise.all([close(), close()])).map(({ outcome }) => outcome);
  expect(tally(outcomes)).toEqual({ resolved: 1, exception_settled: 1 });
  expect(await open()).toBe(0);
  expect(await eventsOf(sql, order.id)).toMatchObject([
    {
      type: "exception_resolved",
      from_value: "second_payment",
      message: "refunded the second one",
      public: false,
    },
  ]);
});

describe("disputed money of an exception", () => {
  const settle = (id: number) => resolve(id, false, "Refunded");
  const markNotified = (id: number) =>
    sql`update payment_exceptions set notified_at = now() where id = ${id}`;
  const stateOf = async (id: number) => {
    const [row] = await sql`select resolved_at is null as open, notified_at is null as is_new, resolution,
      detail ->> 'dispute_status' as dispute from payment_exceptions where id = ${id}`;
    return row;
  };

  test("reopens a disputed exception once per inquiry and once per dispute", async () => {
    const payment_intent_id = aPaymentIntentId();
    const order = await addOrder(sql);
    const columns = { order_id: order.id, reason: "second_payment", detail: { payment_intent_id } };
    const id = await addException(sql, columns);
    await markNotified(id);
    const waits = { open: true, is_new: true, resolution: null };
    for (const dispute_status of ["warning_needs_response", "needs_response"]) {
      await settle(id);
      expect((await storedOrder(sql, order.id)).open_exceptions).toBe(0);
      await dispute(payment_intent_id, dispute_status);
      expect(await stateOf(id)).toEqual({ ...waits, dispute: dispute_status });
      expect((await storedOrder(sql, order.id)).open_exceptions).toBe(1);
      await markNotified(id);
    }
    await dispute(payment_intent_id, "under_review");
    expect(await stateOf(id)).toEqual({ ...waits, is_new: false, dispute: "under_review" });
    await settle(id);
    await dispute(payment_intent_id, "needs_response");
    expect(await stateOf(id)).toMatchObject({ open: false, is_new: false, dispute: "needs_response" });
  });

  test("reopens a resolved exception if its dispute is lost, but not if it is won", async () => {
    for (const [outcome, open] of [
      ["won", false],
      ["lost", true],
    ] as const) {
      const payment_intent_id = aPaymentIntentId();
      const id = await addException(sql, { reason: "second_payment", detail: { payment_intent_id } });
      await dispute(payment_intent_id, "needs_response");
      await markNotified(id);
      await settle(id);
      await dispute(payment_intent_id, outcome);
      expect(await stateOf(id)).toMatchObject({ open, is_new: open, dispute: outcome });
      await markNotified(id);
      await settle(id);
      await dispute(payment_intent_id, outcome);
      expect(await stateOf(id)).toMatchObject({ open: false, is_new: false });
    }
  });

  test("doesn't alert again when an open exception's dispute is lost", async () => {
    const payment_intent_id = aPaymentIntentId();
    const id = await addException(sql, { detail: { payment_intent_id } });
    await dispute(payment_intent_id, "needs_response");
    await markNotified(id);
    await dispute(payment_intent_id, "lost");
    expect(await stateOf(id)).toMatchObject({ open: true, is_new: false, dispute: "lost" });
  });

  test("alerts about the dispute in a separate email", async () => {
    await sql`update payment_exceptions set notified_at = now() where notified_at is null`;
    const payment_intent_id = aPaymentIntentId();
    const id = await addException(sql, { detail: { payment_intent_id } });
    const claim = async () => {
      const fresh = await call<{ exception_id: number; reason: string }[]>(
        serverClient(),
        "claim_new_alarms",
        { p_with_mail: true },
      );
      return fresh.filter(({ exception_id }) => exception_id === id).map(({ reason }) => reason);
    };
    expect(await claim()).toEqual(["amount_mismatch"]);
    await dispute(payment_intent_id, "needs_response");
    expect(await claim()).toEqual(["dispute_opened"]);
    expect(await claim()).toEqual([]);
    const mails = await sql<{ reason: string }[]>`delete from outbox
      where dedupe_key like ${`payment_exception:${id}%`} returning payload ->> 'reason' as reason`;
    expect(mails.map(({ reason }) => reason).sort()).toEqual(["amount_mismatch", "dispute_opened"]);
  });
});

describe("staff exceptions noted", () => {
  /** Creates a $100 order with a $90 payment, which causes an exception. */
  async function waiting() {
    const order = await attachCheckout((await addUser(sql)).id);
    const payment = aPaymentIntentId();
    const delivery = aPaidSession(order, { p_amount_cents: 9_000, p_payment_intent_id: payment });
    expect(await applyCheckout(delivery)).toMatchObject({ reason: "amount_mismatch" });
    const [entry] = await sql`select id from payment_exceptions where order_id = ${order.id}`;
    const accept = () => resolve(Number(entry?.id), true);
    return { order, payment, delivery, accept };
  }
  const setPaid = ({ id }: { id: string }) =>
    sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = 100,
    reservation_expires_at = null where id = ${id}`;

  test("keeps an earlier partial refund when the accepted payment is recorded", async () => {
    const { order, payment, delivery, accept } = await waiting();
    expect(await applyRefund(payment, 4_000)).toMatchObject({ outcome: "noted" });
    expect(await accept()).toMatchObject({ outcome: "resolved" });
    const booked = { payment_status: "paid", refunded_cents: 4_000 };
    expect(await applyCheckout(delivery)).toMatchObject({ outcome: "fulfilled", order: booked });
    expect(await storedOrder(sql, order.id)).toMatchObject({ ...booked, total_paid: "90.00" });
    expect(await confirmationsOf(sql, order.id)).toHaveLength(1);
  });

  test("refuses an amount that was fully refunded, and keeps the exception open", async () => {
    const { order, payment, accept } = await waiting();
    await applyRefund(payment, 9_000);
    expect(await accept()).toEqual({ outcome: "exception_all_refunded" });
    expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "unpaid", open_exceptions: 1 });
    // The refund failed, so the money is back.
    await applyRefund(payment, 8_999);
    expect(await accept()).toMatchObject({ outcome: "resolved" });
  });

  test("doesn't alert about an already resolved exception unless it is disputed", async () => {
    const { order, payment, accept } = await waiting();
    await accept();
    const alerts = () =>
      sql`select notified_at is null as is_new from payment_exceptions where order_id = ${order.id}`;
    expect(await alerts()).toEqual([{ is_new: false }]);
    await dispute(payment, "needs_response");
    expect(await alerts()).toEqual([{ is_new: true }]);
  });

  test("cancels an order whose accepted amount was fully refunded, without a confirmation", async () => {
    const { order, payment, delivery, accept } = await waiting();
    await accept();
    await applyRefund(payment, 9_000);
    await applyCheckout(delivery);
    expect(await storedOrder(sql, order.id)).toMatchObject({
      payment_status: "canceled",
      refunded_cents: 9_000,
    });
    expect(await confirmationsOf(sql, order.id)).toHaveLength(0);
  });

  test("cancels an order set to paid by hand when its refunded payment is recorded", async () => {
    const { order, payment, delivery } = await waiting();
    await setPaid(order);
    await applyRefund(payment, 9_000);
    await applyCheckout(delivery);
    expect(await storedOrder(sql, order.id)).toMatchObject({
      payment_status: "canceled",
      total_paid: "90.00",
      refunded_cents: 9_000,
    });
  });

  test.each([
    ["needs_response", null],
    ["lost", "dispute_lost"],
  ])(
    "moves a dispute (%s) to the order once its payment is recorded",
    async (dispute_status, review_reason) => {
      for (const isSetPaid of [false, true]) {
        const { order, payment, delivery, accept } = await waiting();
        await dispute(payment, dispute_status);
        if (isSetPaid) await setPaid(order);
        else await accept();
        await applyCheckout(delivery);
        expect(await storedOrder(sql, order.id)).toMatchObject({
          payment_status: "paid",
          stripe_payment_intent_id: payment,
          dispute_status,
          review_reason,
        });
      }
    },
  );
});

/** Every dispute status of the pinned Stripe API version. True if it is open. */
const IS_OPEN: Record<Stripe.Dispute.Status, boolean> = {
  warning_needs_response: true,
  warning_under_review: true,
  warning_closed: false,
  needs_response: true,
  under_review: true,
  appeal_needs_response: true,
  appeal_under_review: true,
  won: false,
  lost: false,
  prevented: false,
};

test.each(Object.entries(IS_OPEN))(
  "agrees in SQL and on screen whether a dispute that is %s is open: %s",
  async (status, isOpen) => {
    const { id } = await addOrder(sql, { dispute_status: status });
    const [row] =
      await sql`select private.is_open_dispute(${status}) as is_open, needs_money_review, has_new_alarm
  from order_admin where order_id = ${id}`;
    expect(row).toEqual({ is_open: isOpen, needs_money_review: isOpen, has_new_alarm: isOpen });
    expect(disputeLabel(status).isOver).toBe(!isOpen);
  },
);

const HOUR = 3_600_000;
const soon = new Date(Date.now() + HOUR);
const over = new Date(Date.now() - HOUR);

test.each([
  ["its own open session", soon, true, null],
  ["another session while its own is open", soon, false, soon],
  ["another session after its own expired", over, false, null],
])(
  "releases the order's session when an exception is resolved for %s",
  async (_, reservation_expires_at, isItsOwn, left) => {
    const order = await addOrder(sql, { payment_status: "unpaid", reservation_expires_at });
    const exception = await addException(sql, {
      order_id: order.id,
      reason: "second_payment",
      ...(isItsOwn ? { stripe_session_id: order.stripe_session_id } : {}),
    });
    await resolve(exception, false);
    expect((await storedOrder(sql, order.id)).reservation_expires_at).toEqual(left);
  },
);

test("releases an order's expired session when any of its exceptions is resolved", () =>
  withRollback(sql, async (tx) => {
    const [{ id }, other] = [
      await addOrder(tx, { payment_status: "unpaid" }),
      await addOrder(tx, { payment_status: "unpaid" }),
    ];
    await tx`update grading_orders set reservation_expires_at = now() where id in (${id}, ${other.id})`;
    const exception = await addException(tx, { order_id: id });
    await tx`select staff_resolve_exception(${member.id}, ${exception}, 'A test of ours')`;
    expect(await storedOrder(tx, id)).toMatchObject({ reservation_expires_at: null });
    expect((await storedOrder(tx, other.id)).reservation_expires_at).not.toBeNull();
  }));
