import { aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import {
  addException,
  addOrder,
  eventsOf,
  type StaffMember,
  signUpStaff,
  storedOrder,
} from "../../sandbox/builders/rows";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

test.each([
  ["amount_mismatch", true, { accepted_cents: 5_000 }],
  ["amount_mismatch", false, { accepted_cents: null }],
  ["second_payment", false, { accepted_cents: null }],
])("an exception (%s) that is settled with accepting %j", async (reason, accepts, stored) => {
  const order = await addOrder(sql, { payment_status: "unpaid", reservation_expires_at: "2001-01-01" });
  const exception = await addException(sql, {
    order_id: order.id,
    reason,
    detail: { amount_cents: 5_000 },
    stripe_session_id: order.stripe_session_id,
  });
  const answer = await call<Record<string, unknown>>(serverClient(), "staff_resolve_exception", {
    p_actor: member.id,
    p_exception_id: exception,
    p_resolution: "He agreed",
    p_accepts_amount: accepts,
  });
  const accepted_session = stored.accepted_cents ? order.stripe_session_id : null;
  expect(answer).toEqual({ outcome: "resolved", accepted_session });
  const [row] = await sql`select accepted_cents from payment_exceptions where id = ${exception}`;
  expect(row).toEqual(stored);
  // The reconcile job books an accepted amount whose payment could not be read at once: the order stays on its list.
  const reservation = stored.accepted_cents ? expect.any(Date) : null;
  expect(await storedOrder(sql, order.id)).toMatchObject({ reservation_expires_at: reservation });
});

test.each([
  ["by another page", { stripe_payment_intent_id: aPaymentIntentId() }, "paid_before"],
  ["by hand, after another page was opened", { stripe_payment_intent_id: null }, "paid_before"],
  ["by hand, of which its own page is the payment", { stripe_payment_intent_id: null }, "resolved"],
])("an amount that differs, for an order that was paid meanwhile %s", async (_how, columns, outcome) => {
  const order = await addOrder(sql, { ...columns, paid_at: new Date() });
  const exception = await addException(sql, {
    order_id: order.id,
    detail: { amount_cents: 5_000 },
    ...(outcome === "resolved" ? { stripe_session_id: order.stripe_session_id } : {}),
  });
  const answer = await call<Record<string, unknown>>(serverClient(), "staff_resolve_exception", {
    p_actor: member.id,
    p_exception_id: exception,
    p_resolution: "He agreed",
    p_accepts_amount: true,
  });
  expect(answer).toMatchObject({ outcome });
  const [row] =
    await sql`select resolved_at is not null as is_settled from payment_exceptions where id = ${exception}`;
  expect(row).toEqual({ is_settled: outcome === "resolved" });
});

describe("money that does not fit a charge", () => {
  const resolve = async (session: string, accepts: boolean) => {
    const [row] = await sql`select id from payment_exceptions where stripe_session_id = ${session}`;
    return call(serverClient(), "staff_resolve_exception", {
      p_actor: member.id,
      p_exception_id: row?.id,
      p_resolution: "He agreed",
      p_accepts_amount: accepts,
    });
  };

  test.each([
    ["paid by card", false],
    ["paid by a debit that was on its way", true],
  ])(
    "%s and settled: nobody asks about its page any more, and another one can be opened",
    async (_how, isDebit) => {
      const proposals = await Proposals.begin(sql);
      const { order, proposal, session } = await proposals.paying();
      const other = (await proposals.paying()).proposal;
      if (isDebit) await proposals.apply(proposal, session, { p_payment_status: "unpaid" });
      const wrong = { p_amount_cents: proposal.amount_cents - 1 };
      expect(await proposals.apply(proposal, session, wrong)).toMatchObject({ outcome: "exception" });
      await resolve(session, false);
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
    },
  );

  test("is not accepted for one that another page has paid meanwhile", async () => {
    const proposals = await Proposals.begin(sql);
    const { proposal, session } = await proposals.paying();
    await proposals.apply(proposal, session, { p_amount_cents: proposal.amount_cents - 1 });
    await proposals.apply(proposal, aSessionId());
    expect(await resolve(session, true)).toEqual({ outcome: "paid_before" });
    expect(await resolve(session, false)).toMatchObject({ outcome: "resolved" });
    expect(await resolve(session, true)).toEqual({ outcome: "already_resolved" });
  });

  test("and whose amount is accepted is asked about until it is booked", async () => {
    const proposals = await Proposals.begin(sql);
    const { proposal, session } = await proposals.paying();
    const cents = proposal.amount_cents - 1;
    await proposals.apply(proposal, session, { p_amount_cents: cents });
    await resolve(session, true);
    expect(await proposals.one(proposal.id)).toMatchObject({ reservation_expires_at: expect.any(Date) });
    await proposals.apply(proposal, session, { p_amount_cents: cents });
    expect(await proposals.one(proposal.id)).toMatchObject({ status: "paid", paid_cents: cents });
    await proposals.leaveNothing();
  });
});

test.each(["currency_mismatch", "second_payment"])(
  "no amount is accepted where it is not the amount that is wrong (%s), and nothing is settled",
  async (reason) => {
    const { id } = await addOrder(sql, { payment_status: "unpaid" });
    const exception = await addException(sql, { order_id: id, reason, detail: { amount_cents: 5_000 } });
    const press = { p_actor: member.id, p_exception_id: exception, p_resolution: "He agreed" };
    const resolve = (p_accepts_amount: boolean) =>
      call(serverClient(), "staff_resolve_exception", { ...press, p_accepts_amount });
    expect(await resolve(true)).toEqual({ outcome: "no_amount" });
    expect((await storedOrder(sql, id)).open_exceptions).toBe(1);
    expect(await resolve(false)).toMatchObject({ outcome: "resolved" });
    expect(await resolve(true)).toEqual({ outcome: "already_resolved" });
  },
);

test("a note on an exception closes it once and takes the order off the list", async () => {
  const order = await addOrder(sql);
  const exception = await addException(sql, { order_id: order.id, reason: "second_payment" });
  const open = async () => (await storedOrder(sql, order.id)).open_exceptions;
  expect(await open()).toBe(1);
  const resolve = () =>
    call<{ outcome: string }>(serverClient(), "staff_resolve_exception", {
      p_actor: member.id,
      p_exception_id: exception,
      p_resolution: "refunded the second one",
    });
  const outcomes = (await Promise.all([resolve(), resolve()])).map(({ outcome }) => outcome);
  expect(tally(outcomes)).toEqual({ resolved: 1, already_resolved: 1 });
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
