import { randomUUID } from "node:crypto";
import { aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { type Paying, Proposals } from "../../sandbox/builders/proposals";
import { addOrder, addUser, exceptionsOf, storedOrder } from "../../sandbox/builders/rows";
import { sessions } from "../../sandbox/builders/sql-functions";
import { connect } from "../../sandbox/builders/test-database";

/* What a payment of a proposal does to it, and which one staff look at; pages without one: apply-adjustment-pages. */

const sql = connect();
// Nothing of it is left for the tests of the reconcile job.
let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});
afterEach(() => proposals.leaveNothing());

const { open, delayed, asyncFailed, expired } = sessions;

const paying: Proposals["paying"] = (columns) => proposals.paying(columns);
const reasonsOf = async (session: string) => (await exceptionsOf(sql, session)).map(({ reason }) => reason);

const standing = ({ proposal }: Pick<Paying, "proposal">) => proposals.standing(proposal);

describe("what was not paid is held against nothing", () => {
  test.each([
    ["another currency", { p_currency: "eur" }],
    ["another amount", { p_amount_cents: 1 }],
  ])("neither against %s", async (_, changes) => {
    const about = await paying();
    const before = await standing(about);
    const said = { ...open, ...changes };
    expect(await proposals.apply(about.proposal, about.session, said)).toMatchObject({
      outcome: "noop",
      reason: null,
      superseded_session_id: null,
    });
    expect(await standing(about)).toEqual(before);
    expect(await reasonsOf(about.session)).toEqual([]);
  });
});

describe("once it is paid", () => {
  test("its own page is heard of again, and another one that took nothing is no matter", async () => {
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

  test("by another page than the one that is open, that one is named to be closed", async () => {
    const { proposal, session } = await paying();
    const other = aSessionId();
    expect(await proposals.apply(proposal, other)).toMatchObject({
      outcome: "fulfilled",
      superseded_session_id: session,
    });
    expect(await proposals.one(proposal.id)).toMatchObject({ stripe_session_id: other });
  });

  test("when it was decided stays", async () => {
    const { proposal, session } = await paying();
    const { decided_at } = await proposals.one(proposal.id);
    await proposals.apply(proposal, session);
    expect((await proposals.one(proposal.id)).decided_at).toEqual(decided_at);
  });
});

describe("a payment that fits none", () => {
  test.each([
    ["on its way", delayed],
    ["taken by a page that is said to be over", { p_session_status: "expired" }],
  ])("of a proposal that is not known, %s, waits for staff", async (_, said) => {
    const session = aSessionId();
    const unknown = { id: randomUUID(), amount_cents: 1 } as Paying["proposal"];
    expect(await proposals.apply(unknown, session, said)).toMatchObject({
      outcome: "exception",
      reason: "order_not_found",
    });
    expect(await reasonsOf(session)).toEqual(["order_not_found"]);
  });

  test("of a payment that another proposal has waits for staff, and changes nothing", async () => {
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

  test("of an amount that staff have accepted for this very page is booked, and of no other", async () => {
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
    expect((await proposals.one(proposal.id)).paid_cents).toBe(4_998);
  });
});

describe("staff look at a payment", () => {
  test.each([
    ["completed", true],
    ["delivered", true],
    ["graded", false],
  ])("of an order that is %s: %s", async (status, isLate) => {
    const { order, proposal, session } = await paying();
    await sql`update grading_orders set submission_status = ${status} where id = ${order.id}`;
    expect(await proposals.apply(proposal, session)).toMatchObject({ outcome: "fulfilled", reason: null });
    expect(await reasonsOf(session)).toEqual(isLate ? ["late_adjustment"] : []);
  });

  test("of an order that is not paid any more", async () => {
    const { order, proposal, session } = await paying();
    await sql`update grading_orders set payment_status = 'canceled' where id = ${order.id}`;
    await proposals.apply(proposal, session);
    expect(await reasonsOf(session)).toEqual(["late_adjustment"]);
  });

  test("of cards that were withdrawn", async () => {
    const { order, proposal, session } = await paying();
    await sql`update order_adjustments set reservation_expires_at = now() where id = ${proposal.id}`;
    await proposals.acts.checkIn(order.id, 10, { p_is_recount: true });
    expect((await proposals.one(proposal.id)).status).toBe("withdrawn");
    await proposals.apply(proposal, session);
    expect(await reasonsOf(session)).toEqual(["late_adjustment"]);
  });

  /** A member's cards on top, within the month's quota, which others then fill. */
  async function inFullMonth() {
    const { id: user_id } = await addUser(sql);
    const quota_month = `${new Date().toISOString().slice(0, 7)}-01`;
    const member = { user_id, guest_key: null, plan_type: "pro", rate_cents: 2200, quota_month } as const;
    const about = await paying(member);
    await addOrder(sql, { ...member, num_cards: 499 });
    return about;
  }

  test("in a month that others have filled, not while its cards were held, and in the moment in which they are no more", async () => {
    const held = await inFullMonth();
    await proposals.apply(held.proposal, held.session);
    expect(await reasonsOf(held.session)).toEqual([]);
    const late = await inFullMonth();
    // Now and not in 40 minutes, when another month may have begun.
    const [row] = await sql<{ until: string }[]>`
      update order_adjustments set reservation_expires_at = now() where id = ${late.proposal.id}
      returning reservation_expires_at::text as until`;
    await proposals.apply(late.proposal, late.session, { p_now: row?.until });
    expect(await reasonsOf(late.session)).toEqual(["late_adjustment"]);
  });

  test("in a month that others have filled, not while a debit held its cards", async () => {
    const { proposal, session } = await inFullMonth();
    await proposals.apply(proposal, session, delayed);
    await proposals.apply(proposal, session);
    expect(await reasonsOf(session)).toEqual([]);
  });

  test("not of cards that use no quota, nor of an upcharge", async () => {
    const { order } = await inFullMonth();
    const upcharge = await proposals.upcharge(await storedOrder(sql, order.id));
    const session = await proposals.open(order, upcharge);
    await sql`update order_adjustments set reservation_expires_at = null where id = ${upcharge.id}`;
    await proposals.apply(upcharge, session);
    expect(await reasonsOf(session)).toEqual([]);
  });
});
