import { randomUUID } from "node:crypto";
import { aGuestKey, anEmail, aPaymentIntentId, aSessionId, uniqueToken } from "../../sandbox/builders/ids";
import { type Paying, Proposals } from "../../sandbox/builders/proposals";
import { addOrder, addUser, exceptionsOf, storedOrder } from "../../sandbox/builders/rows";
import { aPaidSession, applyCheckout, attachCheckout, sessions } from "../../sandbox/builders/sql-functions";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { connect } from "../../sandbox/builders/test-database";

const sql = connect();

let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});
afterEach(() => proposals.leaveNothing());

const { open, delayed, asyncFailed, expired } = sessions;

const paying: Proposals["paying"] = (columns) => proposals.paying(columns);
const reasonsOf = async (session: string) => (await exceptionsOf(sql, session)).map(({ reason }) => reason);
const standing = ({ proposal }: Pick<Paying, "proposal">) => proposals.standing(proposal);

test("ignores amount and currency of an open page", async () => {
  const about = await paying();
  const before = await standing(about);
  const said = { ...open, p_currency: "eur", p_amount_cents: 1 };
  expect(await proposals.apply(about.proposal, about.session, said)).toMatchObject({
    outcome: "noop",
    reason: null,
    superseded_session_id: null,
  });
  expect(await standing(about)).toEqual(before);
  expect(await reasonsOf(about.session)).toEqual([]);
});

test("settles a count from before the payment together with it", async () => {
  const guest = () => attachCheckout(null, { p_guest_key: aGuestKey() });
  const [order, other] = [await guest(), await guest()];
  proposals.orders.push(order.id);
  await proposals.actions.checkIn(order.id, 3);
  expect(await proposals.of(order)).toEqual([]);
  const { outcome, order: paid } = await applyCheckout(aPaidSession(order, { p_email: "jo@example.test" }));
  expect(outcome).toBe("fulfilled");
  expect(await proposals.of(order)).toMatchObject([{ kind: "short", qty: 1 }]);
  const { version } = await storedOrder(sql, order.id);
  expect(paid).toMatchObject({ id: order.id, version });
  expect(await proposals.of(other)).toEqual([]);
});

describe("once it is paid", () => {
  test("ignores repeats of its page and other unpaid pages", async () => {
    const about = await paying();
    expect(await proposals.apply(about.proposal, about.session)).toMatchObject({
      outcome: "fulfilled",
      superseded_session_id: null,
    });
    const paid = await standing(about);
    for (const said of [{}, open, delayed, asyncFailed, expired])
      expect(await proposals.apply(about.proposal, about.session, said)).toMatchObject({
        outcome: "duplicate",
      });
    for (const said of [open, delayed, asyncFailed, expired])
      expect(await proposals.apply(about.proposal, aSessionId(), said)).toMatchObject({ outcome: "noop" });
    expect(await standing(about)).toEqual(paid);
  });

  test("returns the open page to close when another page was paid", async () => {
    const { proposal, session } = await paying();
    const other = aSessionId();
    expect(await proposals.apply(proposal, other)).toMatchObject({
      outcome: "fulfilled",
      superseded_session_id: session,
    });
    expect(await proposals.one(proposal.id)).toMatchObject({ stripe_session_id: other });
  });
});

describe("a payment that doesn't match", () => {
  test.each([
    ["pending", delayed],
    ["paid on an expired page", { p_session_status: "expired" }],
  ])("is reported to staff when its proposal is unknown (%s)", async (_, said) => {
    const session = aSessionId();
    const unknown = { id: randomUUID(), amount_cents: 1 } as Paying["proposal"];
    expect(await proposals.apply(unknown, session, said)).toMatchObject({
      outcome: "exception",
      reason: "order_not_found",
    });
    expect(await reasonsOf(session)).toEqual(["order_not_found"]);
  });

  test("is reported to staff when another proposal has it", async () => {
    const [one, other] = [await paying(), await paying()];
    const payment = { p_payment_intent_id: aPaymentIntentId() };
    await proposals.apply(one.proposal, one.session, payment);
    const before = await standing(other);
    expect(await proposals.apply(other.proposal, other.session, payment)).toMatchObject({
      outcome: "exception",
      reason: "payment_of_another_order",
    });
    expect(await standing(other)).toEqual(before);
  });

  test("is recorded only with the amount that staff accepted for its page", async () => {
    const { proposal, session } = await paying();
    const other = aSessionId();
    for (const [page, cents] of [
      [session, 4_998],
      [other, 4_999],
    ] as const)
      await proposals.apply(proposal, page, { p_amount_cents: cents });
    await sql`update payment_exceptions set accepted_cents = 4998 where stripe_session_id = ${session}`;
    await sql`update payment_exceptions set accepted_cents = 4997 where stripe_session_id = ${other}`;
    for (const cents of [4_997, 4_999])
      expect(await proposals.apply(proposal, session, { p_amount_cents: cents })).toMatchObject({
        reason: "amount_mismatch",
      });
    expect(await proposals.apply(proposal, session, { p_amount_cents: 4_998 })).toMatchObject({
      outcome: "fulfilled",
    });
    const { paid_cents, order_id } = await proposals.one(proposal.id);
    expect(paid_cents).toBe(4_998);
    const [shown] =
      await sql`select private.staff_order_rows(array[${order_id}::uuid]) -> 0 -> 'extras' as extras`;
    expect(shown?.extras).toEqual({ paid_cents: 4_998, refunded_cents: 0 });
  });
});

describe("a late payment", () => {
  test.each([
    ["completed", true],
    ["graded", true],
    ["processing", false],
  ])("of an order that is %s is reported to staff: %s", async (status, isLate) => {
    const { order, proposal, session } = await paying();
    await sql`update grading_orders set submission_status = ${status} where id = ${order.id}`;
    expect(await proposals.apply(proposal, session)).toMatchObject({ outcome: "fulfilled", reason: null });
    expect(await reasonsOf(session)).toEqual(isLate ? ["late_adjustment"] : []);
  });

  test("is reported to staff when the order is canceled", async () => {
    const { order, proposal, session } = await paying();
    await sql`update grading_orders set payment_status = 'canceled' where id = ${order.id}`;
    await proposals.apply(proposal, session);
    expect(await reasonsOf(session)).toEqual(["late_adjustment"]);
  });

  test("is reported to staff when the proposal was withdrawn", async () => {
    const { order, proposal, session } = await paying();
    await sql`update order_adjustments set reservation_expires_at = now() where id = ${proposal.id}`;
    await proposals.actions.checkIn(order.id, 10, { p_is_recount: true });
    expect((await proposals.one(proposal.id)).status).toBe("withdrawn");
    await proposals.apply(proposal, session);
    expect(await reasonsOf(session)).toEqual(["late_adjustment"]);
  });

  /** A member's extra cards within a monthly quota that other orders then fill. */
  async function inFullMonth() {
    const { id: user_id } = await addUser(sql);
    const quota_month = `${new Date().toISOString().slice(0, 7)}-01`;
    const member = { user_id, guest_key: null, plan_type: "pro", rate_cents: 2200, quota_month } as const;
    const about = await paying(member);
    await addOrder(sql, { ...member, num_cards: 499 });
    return about;
  }

  test("is reported in a full month once its cards are no longer held", async () => {
    const held = await inFullMonth();
    await proposals.apply(held.proposal, held.session);
    expect(await reasonsOf(held.session)).toEqual([]);
    const late = await inFullMonth();
    // Not in 40 minutes, when another month may have started.
    const [row] = await sql<{ until: string }[]>`
    update order_adjustments set reservation_expires_at = now() where id = ${late.proposal.id}
    returning reservation_expires_at::text as until`;
    await proposals.apply(late.proposal, late.session, { p_now: row?.until });
    expect(await reasonsOf(late.session)).toEqual(["late_adjustment"]);
  });

  test("is not reported in a full month while a debit held its cards", async () => {
    const { proposal, session } = await inFullMonth();
    await proposals.apply(proposal, session, delayed);
    await proposals.apply(proposal, session);
    expect(await reasonsOf(session)).toEqual([]);
  });
});

describe("a page that isn't the proposal's", () => {
  test.each([
    ["failed", asyncFailed, "failed"],
    ["is pending", delayed, "pending"],
    ["is expired", expired, "canceled"],
  ])("changes nothing when it %s", async (_, said, outcome) => {
    const about = await paying();
    const before = await standing(about);
    expect(await proposals.apply(about.proposal, aSessionId(), said)).toMatchObject({ outcome });
    expect(await standing(about)).toEqual(before);
  });
});

describe("its own page", () => {
  const held = { reservation_expires_at: null, is_pending: false };

  test.each([
    ["is expired", expired, "canceled"],
    ["has failed", asyncFailed, "failed"],
  ])("frees the cards and keeps the deadline when it %s", async (_, said, outcome) => {
    const about = await paying();
    expect(await proposals.apply(about.proposal, about.session, said)).toMatchObject({ outcome });
    const after = await standing(about);
    expect(after).toMatchObject({ ...held, status: "accepted", chosen_option: "pay" });
    expect(after).toMatchObject({ next_look_at: about.proposal.deadline_at });
    expect(await proposals.apply(about.proposal, about.session, said)).toMatchObject({ outcome });
    expect(await standing(about)).toEqual(after);
  });

  test("is attached when it fails first, and holds nothing by an older read", async () => {
    const { order, proposal } = await proposals.counted(12);
    await proposals.reserve(order, proposal);
    const session = aSessionId();
    await proposals.apply(proposal, session, asyncFailed);
    expect(await proposals.one(proposal.id)).toMatchObject({ ...held, stripe_session_id: session });
    await proposals.apply(proposal, session, delayed);
    expect(await proposals.one(proposal.id)).toMatchObject(held);
  });

  test("holds the cards while its payment is pending", async () => {
    const about = await paying();
    const before = await standing(about);
    expect(await proposals.apply(about.proposal, about.session, delayed)).toMatchObject({
      outcome: "pending",
    });
    expect(await standing(about)).toEqual({
      ...before,
      is_pending: true,
      reservation_expires_at: null,
      next_look_at: expect.any(Date),
    });
  });

  test("frees the cards for another page when its pending payment fails", async () => {
    const { order, proposal, session } = await paying();
    await proposals.apply(proposal, session, delayed);
    expect(await proposals.reserve(order, proposal)).toMatchObject({ outcome: "adjustment_in_progress" });
    await proposals.apply(proposal, session, asyncFailed);
    expect(await proposals.one(proposal.id)).toMatchObject({ ...held, next_look_at: proposal.deadline_at });
    expect(await proposals.reserve(order, proposal)).toMatchObject({ outcome: "reserved" });
  });

  test("accepts the proposal and drops the question email when an unstored page is pending", async () => {
    const { order, proposal } = await proposals.counted(12);
    const { events } = await standing({ proposal });
    const session = aSessionId();
    await proposals.apply(proposal, session, delayed);
    expect(await standing({ proposal })).toMatchObject({
      ...{ status: "accepted", chosen_option: "pay", decided_at: expect.any(Date), is_pending: true },
      ...{ stripe_session_id: session, events: events + 1 },
    });
    const mails = await proposals.actions.emailsOf(order.id);
    expect(mails.map(({ kind }) => kind)).toEqual(["check_in_receipt"]);
  });
});

describe("unpaid returns", () => {
  let actions: StaffActions;
  beforeAll(async () => {
    actions = await StaffActions.begin(sql);
  });

  /** Adds an order whose unopened package is set aside. */
  async function setAside(columns: Parameters<typeof addOrder>[1] = {}) {
    const order = await addOrder(sql, { payment_status: "unpaid", arrived_at: new Date(), ...columns });
    await actions.write("staff_set_aside", { p_order_id: order.id });
    return order;
  }

  async function send(order: { id: string }) {
    const { version } = await storedOrder(sql, order.id);
    return actions.write<{ outcome: string; refusal?: string; action_id: string }>("staff_return_order", {
      p_order_id: order.id,
      p_version: version,
      p_tracking_number: `1Z${uniqueToken().toUpperCase()}`,
      p_carrier: "ups",
    });
  }

  test("returns the package of an unpaid batch and emails its customer", async () => {
    const order = await setAside();
    expect((await send(order)).outcome).toBe("returned");
    expect(await storedOrder(sql, order.id)).toMatchObject({
      fulfillment_status: "complete",
      is_set_aside: false,
    });
    expect((await actions.emailsOf(order.id)).map(({ kind }) => kind)).toContain("order_returned");
  });

  const inTenMinutes = new Date(Date.now() + 600_000);
  test.each([
    ["a debit is pending", { payment_status: "pending" }],
    ["its page can still be paid", { reservation_expires_at: inTenMinutes }],
  ])("refuses the return while %s", async (_, columns) => {
    const refused = { outcome: "return_refused", refusal: "not_paid" };
    expect(await send(await setAside(columns))).toEqual(refused);
  });
});

describe("payment pending", () => {
  const emailsOf = (id: string) =>
    sql<{ kind: string }[]>`select kind from outbox where payload ->> 'order_id' = ${id} order by id`;

  /** A guest's order whose delayed payment has started. */
  async function aPendingOrder() {
    const order = await attachCheckout(null, { p_guest_key: aGuestKey() });
    const email = anEmail();
    const page = aPaidSession(order, { p_email: ` ${email.toUpperCase()} ` });
    await applyCheckout({ ...page, ...sessions.delayed });
    return { order, email, page };
  }

  test("keeps a guest's email from the payment page and queues one email", async () => {
    const { order, email } = await aPendingOrder();
    expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "pending", guest_email: email });
    expect(await emailsOf(order.id)).toEqual([{ kind: "payment_pending" }]);
  });

  test.each([
    ["paid", ["order_confirmation"]],
    ["asyncFailed", []],
  ] as const)("drops the email when the payment is %s before it left", async (end, kinds) => {
    const { order, page } = await aPendingOrder();
    await applyCheckout({ ...page, ...sessions[end] });
    expect((await emailsOf(order.id)).map(({ kind }) => kind)).toEqual(kinds);
  });
});
