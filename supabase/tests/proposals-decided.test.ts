import { randomBytes, randomUUID } from "node:crypto";
import { aGuestKey, aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import { exceptionsOf, storedOrder } from "../../sandbox/builders/rows";
import { applyRefund, takeFence } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
// Nothing of it is left for the tests of the reconcile job.
let proposals: Proposals;
afterEach(() => proposals.leaveNothing());
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});

describe("who decides", () => {
  test("the browser that placed it and who has its link; nobody else", async () => {
    const { order, proposal } = await proposals.counted(8);
    const nobody = { p_user_id: null, p_guest_key: null, p_token_hash: null };
    for (const who of [
      nobody,
      { ...nobody, p_guest_key: aGuestKey() },
      { ...nobody, p_user_id: randomUUID() },
    ])
      expect(await proposals.decide(order, proposal, "refund", who)).toEqual({ outcome: "not_found" });
    const hash = randomBytes(32).toString("hex");
    await sql`insert into tracking_links (order_id, token_hash) values (${order.id}, ${hash})
      on conflict (order_id) do update set token_hash = excluded.token_hash`;
    const linked = { ...nobody, p_token_hash: hash };
    expect(await proposals.decide(order, proposal, "send_rest", linked)).toMatchObject({
      outcome: "decided",
    });
    await sql`update tracking_links set revoked_at = now() where order_id = ${order.id}`;
    expect(await proposals.decide(order, proposal, "refund", linked)).toEqual({ outcome: "not_found" });
  });
});

describe("an answer", () => {
  test.each([
    [8, "send_rest", "accepted"],
    [8, "refund", "accepted"],
    [12, "return", "declined"],
  ])("of %d cards: %s makes it %s, once", async (count, option, status) => {
    const { order, proposal } = await proposals.counted(count);
    const { version } = await storedOrder(sql, order.id);
    const answers = await Promise.all([0, 1, 2].map(() => proposals.decide(order, proposal, option)));
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual([
      "decided",
      "decided_before",
      "decided_before",
    ]);
    expect(await proposals.one(proposal.id)).toMatchObject({ status, chosen_option: option });
    expect((await storedOrder(sql, order.id)).version).toBe(Number(version) + 1);
    const kinds = (await proposals.acts.mailsOf(order.id)).map(({ kind }) => kind);
    expect(kinds).toEqual(["check_in_receipt", "adjustment_decided"]);
  });

  test("is of its kind, and a dispute takes words", async () => {
    const { order, proposal } = await proposals.counted(8);
    expect(await proposals.decide(order, proposal, "return")).toEqual({ outcome: "no_such_option" });
    const upcharge = await proposals.upcharge(order);
    expect(await proposals.decide(order, upcharge, "dispute", { p_words: " " })).toEqual({
      outcome: "no_such_option",
    });
    const words = { p_words: "It is not worth that" };
    expect(await proposals.decide(order, upcharge, "dispute", words)).toMatchObject({ outcome: "decided" });
    expect(await proposals.one(upcharge.id)).toMatchObject({
      status: "declined",
      ...{ words: words.p_words },
    });
    // It stays with staff until they have talked to the customer.
    const [row] =
      await sql`select private.is_open_adjustment(a) as open from order_adjustments a where id = ${upcharge.id}`;
    expect(row?.open).toBe(true);
  });

  test("may become a refund while the rest has not come, and is final then", async () => {
    const { order, proposal } = await proposals.counted(8);
    await proposals.decide(order, proposal, "send_rest");
    expect(await proposals.decide(order, proposal, "refund")).toMatchObject({ outcome: "decided" });
    expect(await proposals.decide(order, proposal, "send_rest")).toMatchObject({
      outcome: "decided_otherwise",
    });
  });

  test("comes too late after the deadline", async () => {
    const { order, proposal } = await proposals.counted(12);
    await sql`update order_adjustments set deadline_at = now() - interval '1 second' where id = ${proposal.id}`;
    expect(await proposals.decide(order, proposal, "return")).toMatchObject({ outcome: "too_late" });
    expect(await proposals.reserve(order, proposal)).toEqual({ outcome: "too_late" });
  });
});

describe("silence", () => {
  test("refunds what did not come, also when the rest was to come", async () => {
    for (const isPromised of [false, true]) {
      const { order, proposal } = await proposals.counted(8);
      if (isPromised) await proposals.decide(order, proposal, "send_rest");
      expect(await proposals.expire(proposal)).toBe("refund_due");
      expect(await proposals.one(proposal.id)).toMatchObject({ status: "accepted", chosen_option: "refund" });
      expect(await proposals.expire(proposal)).toBe("noop");
      const told = (await proposals.acts.mailsOf(order.id)).filter(
        ({ kind }) => kind === "adjustment_expired",
      );
      expect(told.map(({ payload }) => payload.was_promised)).toEqual([isPromised]);
    }
  });

  test("sends cards on top back, and charges no upcharge", async () => {
    const { order, proposal } = await proposals.counted(12);
    const upcharge = await proposals.upcharge(order);
    const held = async () =>
      (
        await sql`select open_charges, waiting_since, upcharge_since from order_admin where order_id = ${order.id}`
      )[0];
    expect(await held()).toMatchObject({ open_charges: 2 });
    expect([await proposals.expire(proposal), await proposals.expire(upcharge)]).toEqual([
      "expired",
      "expired",
    ]);
    expect(await held()).toEqual({ open_charges: 0, waiting_since: null, upcharge_since: expect.any(Date) });
    const close = { p_adjustment_id: upcharge.id, p_note: "Called them: not charged" };
    await proposals.acts.write("staff_close_adjustment", close);
    expect(await held()).toMatchObject({ upcharge_since: null });
  });

  test("is no answer before the deadline, nor while a page is open or money is on its way", async () => {
    const { order, proposal } = await proposals.counted(12);
    const early = { p_adjustment_id: proposal.id };
    expect(await call(serverClient(), "expire_adjustment", early)).toEqual({ outcome: "noop" });
    const session = await proposals.open(order, proposal);
    expect(await proposals.expire(proposal)).toBe("noop");
    await proposals.apply(proposal, session, { p_payment_status: "unpaid" });
    expect(await proposals.one(proposal.id)).toMatchObject({ is_pending: true, status: "accepted" });
    expect(await proposals.expire(proposal)).toBe("noop");
    await proposals.apply(proposal, session, { p_payment_status: "unpaid", p_async_failed: true });
    expect(await proposals.expire(proposal)).toBe("expired");
  });
});

describe("ready to return", () => {
  test("waits for a charge that is not decided, and for no other", async () => {
    const { order, proposal } = await proposals.counted(12);
    await sql`update grading_orders set submission_status = 'graded' where id = ${order.id}`;
    const refusal = async () => {
      const [row] = await sql`select private.return_refusal(o, a) as refusal from grading_orders o
        join order_admin a on a.order_id = o.id where o.id = ${order.id}`;
      return row?.refusal;
    };
    expect(await refusal()).toBe("undecided");
    await proposals.decide(order, proposal, "return");
    expect(await refusal()).toBeNull();
  });
});

describe("a payment", () => {
  test("makes it paid, once, by whoever hears of it", async () => {
    const { order, proposal } = await proposals.counted(12);
    const session = await proposals.open(order, proposal);
    const outcomes = await Promise.all([0, 1, 2].map(() => proposals.apply(proposal, session)));
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["duplicate", "duplicate", "fulfilled"]);
    expect(await proposals.one(proposal.id)).toMatchObject({ status: "paid", paid_cents: 5000 });
    expect(await storedOrder(sql, order.id)).toMatchObject({ num_cards: 10, total_paid: "250.00" });
    const [admin] = await sql`select paid_extras, open_charges from order_admin where order_id = ${order.id}`;
    expect(admin).toEqual({ paid_extras: 2, open_charges: 0 });
  });

  test.each([
    ["declined", (p: Proposals, o: never, x: never) => p.decide(o, x, "return")],
    ["expired", (p: Proposals, _: never, x: never) => p.expire(x)],
  ])("that comes after it was %s makes it paid all the same, and staff are told", async (status, end) => {
    const { order, proposal } = await proposals.counted(12);
    await end(proposals, order as never, proposal as never);
    expect((await proposals.one(proposal.id)).status).toBe(status);
    const session = aSessionId();
    expect(await proposals.apply(proposal, session)).toMatchObject({ outcome: "fulfilled" });
    expect((await proposals.one(proposal.id)).status).toBe("paid");
    expect(await exceptionsOf(sql, session)).toMatchObject([{ reason: "late_adjustment" }]);
  });

  test.each([
    ["amount_mismatch", { p_amount_cents: 1 }],
    ["currency_mismatch", { p_currency: "eur" }],
    ["livemode_mismatch", { p_livemode: true }],
  ])("that does not fit is an exception: %s", async (reason, changes) => {
    const { order, proposal } = await proposals.counted(12);
    const session = await proposals.open(order, proposal);
    expect(await proposals.apply(proposal, session, changes)).toMatchObject({ outcome: "exception", reason });
    expect(await exceptionsOf(sql, session)).toMatchObject([{ reason }]);
    expect((await proposals.one(proposal.id)).status).toBe("accepted");
  });

  test("a second one is an exception; one of nothing we know, too", async () => {
    const { order, proposal } = await proposals.counted(12);
    await proposals.apply(proposal, await proposals.open(order, proposal));
    expect(await proposals.apply(proposal, aSessionId())).toMatchObject({ reason: "second_payment" });
    const unknown = { ...proposal, id: randomUUID() };
    expect(await proposals.apply(unknown, aSessionId())).toMatchObject({ reason: "order_not_found" });
    const nothing = { p_session_status: "expired", p_payment_status: "unpaid" };
    expect(await proposals.apply(unknown, aSessionId(), nothing)).toMatchObject({ outcome: "noop" });
  });

  test("that is given back makes it refunded; a refund that fails, paid again; a dispute is the order's", async () => {
    const { order, proposal } = await proposals.counted(12);
    const intent = aPaymentIntentId();
    await proposals.apply(proposal, await proposals.open(order, proposal), { p_payment_intent_id: intent });
    expect((await applyRefund(intent, 2500)).outcome).toBe("partial");
    expect(await proposals.one(proposal.id)).toMatchObject({ status: "paid", refunded_cents: 2500 });
    expect((await applyRefund(intent, 5000)).outcome).toBe("refunded");
    expect(await proposals.one(proposal.id)).toMatchObject({ status: "refunded" });
    expect((await applyRefund(intent, 5000)).outcome).toBe("duplicate");
    expect((await applyRefund(intent, 0)).outcome).toBe("partial");
    expect(await proposals.one(proposal.id)).toMatchObject({ status: "paid", refunded_cents: 0 });
    expect((await applyRefund(intent, 5001)).outcome).toBe("exception");
    expect(await storedOrder(sql, order.id)).toMatchObject({
      refunded_cents: 0,
      review_reason: "refund_failed",
    });
    const dispute = { p_payment_intent_id: intent, p_fence: await takeFence(), p_status: "needs_response" };
    expect(await call(serverClient(), "apply_dispute", dispute)).toMatchObject({
      outcome: "noted",
      order: { id: order.id },
    });
    expect(await storedOrder(sql, order.id)).toMatchObject({ dispute_status: "needs_response" });
  });
});
