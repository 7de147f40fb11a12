import { aSessionId } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import { applyRefund } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
// Nothing of it is left for the tests of the reconcile job.
let proposals: Proposals;
afterEach(() => proposals.leaveNothing());
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});

const debit = { p_payment_status: "unpaid" };
const failure = { ...debit, p_async_failed: true };

/** Cards on top whose page has run out, and nobody has asked how it ended. */
async function left() {
  const { order, proposal } = await proposals.counted(12);
  const session = await proposals.open(order, proposal);
  await sql`update order_adjustments set reservation_expires_at = now() - interval '1 minute' where id = ${proposal.id}`;
  return { order, proposal, session };
}

describe("a page that ran out and was not asked about", () => {
  test("is asked about although its proposal was withdrawn by another count, and then no more", async () => {
    const { order, proposal, session } = await left();
    await proposals.acts.checkIn(order.id, 13, { p_is_recount: true });
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

  test("does not stand beside what was asked meanwhile: another count asks about all that came on top", async () => {
    const { order, proposal } = await proposals.counted(12);
    await proposals.open(order, proposal);
    await proposals.acts.checkIn(order.id, 13, { p_is_recount: true });
    expect(await proposals.of(order)).toMatchObject([
      { status: "accepted", qty: 2 },
      { status: "proposed", qty: 1 },
    ]);
    await sql`update order_adjustments set reservation_expires_at = now() - interval '1 minute' where id = ${proposal.id}`;
    await proposals.acts.checkIn(order.id, 14, { p_is_recount: true });
    expect(await proposals.of(order)).toMatchObject([
      { status: "withdrawn" },
      { status: "withdrawn" },
      { status: "proposed", kind: "extra", qty: 4 },
    ]);
  });

  test("that nobody knew of is accepted by who pays on it, and holds its cards until it is said how it ended", async () => {
    const { order, proposal } = await proposals.counted(12);
    const session = aSessionId();
    await proposals.apply(proposal, session, debit);
    expect(await proposals.one(proposal.id)).toMatchObject({
      status: "accepted",
      chosen_option: "pay",
      is_pending: true,
    });
    await proposals.acts.checkIn(order.id, 13, { p_is_recount: true });
    await proposals.apply(proposal, session, failure);
    await proposals.acts.checkIn(order.id, 14, { p_is_recount: true });
    const open = (await proposals.of(order)).filter(({ status }) => status === "proposed");
    expect(open).toMatchObject([{ kind: "extra", qty: 4 }]);
  });

  test("is asked about although the cards are to come back; a debit that fails after that holds nothing", async () => {
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
});

test("an old reading of a debit that has failed holds nothing any more, and its customer can pay again", async () => {
  const { order, proposal } = await proposals.counted(12);
  const session = await proposals.open(order, proposal);
  for (const [said, is_pending] of [
    [debit, true],
    [debit, true],
    [failure, false],
    [debit, false],
  ] as const) {
    await proposals.apply(proposal, session, said);
    expect(await proposals.one(proposal.id)).toMatchObject({ status: "accepted", is_pending });
  }
  expect(await proposals.reserve(order, proposal)).toMatchObject({ outcome: "reserved" });
});

test("a refund that failed before it was heard of is owed again", async () => {
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
