import { randomBytes, randomUUID } from "node:crypto";
import { aGuestKey, aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import { exceptionsOf, signUpStaff, storedOrder } from "../../sandbox/builders/rows";
import { applyDispute, applyRefund, sessions } from "../../sandbox/builders/sql-functions";
import {
  addSignedInPerson,
  call,
  connect,
  personClient,
  serverClient,
} from "../../sandbox/builders/test-database";

const sql = connect();
let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});
// Reconcile job tests list all open sessions and refunds, so none may remain.
afterEach(() => proposals.leaveNothing());

type Counted = Awaited<ReturnType<Proposals["counted"]>>;

describe("proposals decided", () => {
  test("accepts an answer only from the guest's browser or the tracking link", async () => {
    const { order, proposal } = await proposals.counted(8);
    const nobody = { p_user_id: null, p_guest_key: null, p_token_hash: null };
    for (const changes of [{}, { p_guest_key: aGuestKey() }, { p_user_id: randomUUID() }]) {
      const who = { ...nobody, ...changes };
      expect(await proposals.decide(order, proposal, "refund", who)).toEqual({ outcome: "not_found" });
    }
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

  test.each([
    [8, "send_rest", "accepted"],
    [8, "refund", "accepted"],
    [12, "return", "declined"],
  ])(
    "decides a count of %d once when three concurrent calls choose %s: %s",
    async (count, option, status) => {
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
      const kinds = (await proposals.actions.emailsOf(order.id)).map(({ kind }) => kind);
      expect(kinds).toEqual(["check_in_receipt", "adjustment_decided"]);
    },
  );

  test("refuses an option of another kind and a dispute without a reason", async () => {
    const { order, proposal } = await proposals.counted(8);
    expect(await proposals.decide(order, proposal, "return")).toEqual({ outcome: "adjustment_no_option" });
    const upcharge = await proposals.upcharge(order);
    expect(await proposals.decide(order, upcharge, "dispute", { p_words: " " })).toEqual({
      outcome: "adjustment_no_option",
    });
    const words = { p_words: "It is not worth that" };
    expect(await proposals.decide(order, upcharge, "dispute", words)).toMatchObject({ outcome: "decided" });
    expect(await proposals.one(upcharge.id)).toMatchObject({ status: "declined", words: words.p_words });
    const [row] =
      await sql`select private.is_open_adjustment(a) as open from order_adjustments a where id = ${upcharge.id}`;
    expect(row?.open).toBe(true);
  });

  test("allows a change from sending the missing cards to a refund, but none afterwards", async () => {
    const { order, proposal } = await proposals.counted(8);
    await proposals.decide(order, proposal, "send_rest");
    expect(await proposals.decide(order, proposal, "refund")).toMatchObject({ outcome: "decided" });
    expect(await proposals.decide(order, proposal, "send_rest")).toMatchObject({
      outcome: "adjustment_decided",
    });
  });

  test("refuses an answer or payment after the deadline", async () => {
    const { order, proposal } = await proposals.counted(12);
    await sql`update order_adjustments set deadline_at = now() - interval '1 second' where id = ${proposal.id}`;
    expect(await proposals.decide(order, proposal, "return")).toMatchObject({
      outcome: "adjustment_too_late",
    });
    expect(await proposals.reserve(order, proposal)).toEqual({ outcome: "adjustment_too_late" });
  });

  test.each<[string, (of: Counted) => Promise<unknown>, string]>([
    ["is paid", ({ proposal }) => proposals.apply(proposal, aSessionId()), "adjustment_paid"],
    [
      "was withdrawn",
      ({ proposal }) => sql`update order_adjustments set status = 'withdrawn' where id = ${proposal.id}`,
      "adjustment_withdrawn",
    ],
    [
      "belongs to an order set to unpaid",
      ({ order }) => sql`update grading_orders set payment_status = 'unpaid' where id = ${order.id}`,
      "adjustment_decided",
    ],
    [
      "an account has taken from this browser",
      async ({ order }) => {
        const { id } = await addSignedInPerson(sql);
        return sql`update grading_orders set user_id = ${id} where id = ${order.id}`;
      },
      "not_found",
    ],
  ])("opens no Checkout Session for a charge that %s", async (_, change, outcome) => {
    const counted = await proposals.counted(12);
    await change(counted);
    expect(await proposals.reserve(counted.order, counted.proposal)).toEqual({ outcome });
  });

  test("makes a refund due when missing cards don't arrive by the deadline", async () => {
    for (const isPromised of [false, true]) {
      const { order, proposal } = await proposals.counted(8);
      if (isPromised) await proposals.decide(order, proposal, "send_rest");
      expect(await proposals.expire(proposal)).toBe("refund_due");
      expect(await proposals.one(proposal.id)).toMatchObject({
        status: "accepted",
        chosen_option: "refund",
      });
      expect(await proposals.expire(proposal)).toBe("noop");
      expect((await proposals.actions.emailsOf(order.id)).map(({ kind }) => kind)).toContain(
        "adjustment_expired",
      );
    }
  });

  test("returns extra cards and drops an upcharge when the customer doesn't answer", async () => {
    const { order, proposal } = await proposals.counted(12);
    const upcharge = await proposals.upcharge(order);
    const held = async () => (await sql`select blockers from order_admin where order_id = ${order.id}`)[0];
    expect(await held()).toEqual({ blockers: expect.arrayContaining(["proposal"]) });
    expect([await proposals.expire(proposal), await proposals.expire(upcharge)]).toEqual([
      "expired",
      "expired",
    ]);
    expect(await held()).toEqual({ blockers: ["upcharge"] });
    const close = { p_adjustment_id: upcharge.id, p_action: "close", p_note: "Called them: not charged" };
    await proposals.actions.write("staff_end_adjustment", close);
    expect((await held())?.blockers).not.toContain("upcharge");
  });

  test("expires no proposal before its deadline, during checkout or while a debit is pending", async () => {
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

  test("blocks the return shipment only while a charge is undecided", async () => {
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

  test("records a payment once when three concurrent calls report it", async () => {
    const { order, proposal } = await proposals.counted(12);
    const session = await proposals.open(order, proposal);
    const outcomes = await Promise.all([0, 1, 2].map(() => proposals.apply(proposal, session)));
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["duplicate", "duplicate", "fulfilled"]);
    expect(await proposals.one(proposal.id)).toMatchObject({ status: "paid", paid_cents: 5000 });
    expect(await storedOrder(sql, order.id)).toMatchObject({ num_cards: 10, total_paid: "250.00" });
    const [admin] =
      await sql`select paid_extras, waiting_since from order_admin where order_id = ${order.id}`;
    expect(admin).toEqual({ paid_extras: 2, waiting_since: null });
  });

  test.each([
    ["declined", (p: Proposals, o: never, x: never) => p.decide(o, x, "return")],
    ["expired", (p: Proposals, _: never, x: never) => p.expire(x)],
  ])("records a payment after the proposal was %s, and alerts staff", async (status, end) => {
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
  ])("records an exception for a payment with %s", async (reason, changes) => {
    const { order, proposal } = await proposals.counted(12);
    const session = await proposals.open(order, proposal);
    expect(await proposals.apply(proposal, session, changes)).toMatchObject({
      outcome: "exception",
      reason,
    });
    expect(await exceptionsOf(sql, session)).toMatchObject([{ reason }]);
    expect((await proposals.one(proposal.id)).status).toBe("accepted");
  });

  test("records an exception for a second payment or an unknown proposal", async () => {
    const { order, proposal } = await proposals.counted(12);
    await proposals.apply(proposal, await proposals.open(order, proposal));
    expect(await proposals.apply(proposal, aSessionId())).toMatchObject({ reason: "second_payment" });
    const unknown = { ...proposal, id: randomUUID() };
    expect(await proposals.apply(unknown, aSessionId())).toMatchObject({ reason: "order_not_found" });
    const nothing = { p_session_status: "expired", p_payment_status: "unpaid" };
    expect(await proposals.apply(unknown, aSessionId(), nothing)).toMatchObject({ outcome: "noop" });
  });

  test("records refunds and failed refunds of a proposal's payment", async () => {
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
  });

  test.each<[string, string | null, string, string, string | null]>([
    ["keeps the open dispute of the first payment", "needs_response", "won", "needs_response", null],
    ["asks for a review of a lost dispute", null, "lost", "lost", "dispute_lost"],
  ])("%s (%s, then %s)", async (_, own, status, shown, review_reason) => {
    const { order, proposal } = await proposals.counted(12);
    const intent = aPaymentIntentId();
    await proposals.apply(proposal, await proposals.open(order, proposal), { p_payment_intent_id: intent });
    await sql`insert into order_admin (order_id, dispute_status) values (${order.id}, ${own})
        on conflict (order_id) do update set dispute_status = excluded.dispute_status`;
    expect(await applyDispute(intent, status)).toMatchObject({ outcome: "noted", order: { id: order.id } });
    expect(await storedOrder(sql, order.id)).toMatchObject({ dispute_status: shown, review_reason });
  });
});

describe("proposals settled", () => {
  type Order = { id: string };
  const recount = ({ id }: Order, count: number) =>
    proposals.actions.checkIn(id, count, { p_is_recount: true });
  /** Returns all proposals about an order, oldest first, as "kind quantity status". */
  const standing = async (order: Order) =>
    (await proposals.of(order)).map(({ kind, qty, status }) => `${kind} ${qty} ${status}`);
  const askedCount = async ({ id }: Order) =>
    (await sql`select proposed_count from grading_orders where id = ${id}`)[0]?.proposed_count;

  const decide = (option: string) => (of: Counted) => proposals.decide(of.order, of.proposal, option);
  const debit = async ({ order, proposal }: Counted) =>
    proposals.apply(proposal, await proposals.open(order, proposal), sessions.delayed);
  test.each<[string, number, (of: Counted) => Promise<unknown>, string, number, string]>([
    ["declined extra cards", 12, decide("return"), "extra 2 declined", 13, "extra 1 proposed"],
    ["a chosen refund", 8, decide("refund"), "short 2 accepted", 10, "extra 2 proposed"],
    ["a pending debit", 12, debit, "extra 2 accepted", 13, "extra 1 proposed"],
  ])("keeps %s and asks only about the difference", async (_, count, settle, kept, recounted, added) => {
    const counted = await proposals.counted(count);
    await settle(counted);
    await recount(counted.order, count);
    expect(await standing(counted.order)).toEqual([kept]);
    await recount(counted.order, recounted);
    expect(await standing(counted.order)).toEqual([kept, added]);
  });

  test("asks no question about extra cards that were paid or refunded", async () => {
    const { order, proposal } = await proposals.counted(12);
    const payment = `pi_${proposal.id}`;
    const session = await proposals.open(order, proposal);
    await proposals.apply(proposal, session, { p_payment_intent_id: payment });
    await recount(order, 12);
    expect([await standing(order), await askedCount(order)]).toEqual([["extra 2 paid"], 12]);
    await applyRefund(payment, 5000);
    await recount(order, 12);
    expect(await standing(order)).toEqual(["extra 2 refunded"]);
  });

  test("keeps an upcharge regardless of recounts", async () => {
    const { order } = await proposals.counted(10);
    const upcharge = await proposals.upcharge(order);
    await recount(order, 8);
    expect(await standing(order)).toEqual(["upcharge 2 proposed", "short 2 proposed"]);
    await proposals.apply(upcharge, await proposals.open(order, upcharge));
    await recount(order, 9);
    expect(await standing(order)).toEqual(["upcharge 2 paid", "short 2 withdrawn", "short 1 proposed"]);
  });

  test("keeps the older of two matching questions after an abandoned checkout", async () => {
    const { order, proposal } = await proposals.counted(12);
    await proposals.open(order, proposal);
    await recount(order, 14);
    expect(await standing(order)).toEqual(["extra 2 accepted", "extra 2 proposed"]);
    await sql`update order_adjustments set reservation_expires_at = now() where id = ${proposal.id}`;
    await recount(order, 12);
    expect(await standing(order)).toEqual(["extra 2 accepted", "extra 2 withdrawn"]);
  });

  test("asks a withdrawn question again only if the count changes", async () => {
    const { order, proposal } = await proposals.counted(8);
    const other = await proposals.counted(8);
    const args = { p_adjustment_id: proposal.id, p_action: "withdraw", p_note: "They told us by phone" };
    await proposals.actions.write("staff_end_adjustment", args);
    await recount(order, 8);
    expect([await standing(order), await askedCount(order)]).toEqual([["short 2 withdrawn"], null]);
    await recount(order, 7);
    expect(await standing(order)).toEqual(["short 2 withdrawn", "short 3 proposed"]);
    await recount(other.order, 9);
    await recount(other.order, 8);
    expect((await standing(other.order)).at(-1)).toBe("short 2 proposed");
  });

  test("withdraws open questions of a refunded order and keeps paid ones", async () => {
    const { order, proposal } = await proposals.counted(12);
    const other = await proposals.counted(8);
    await proposals.apply(proposal, await proposals.open(order, proposal));
    const upcharge = await proposals.upcharge(order);
    await applyRefund(order.stripe_payment_intent_id, 25_000);
    expect(await standing(order)).toEqual(["extra 2 paid", "upcharge 2 withdrawn"]);
    expect(await proposals.one(upcharge.id)).toMatchObject({ closed_by: null });
    expect(await askedCount(order)).toBeNull();
    expect(await proposals.one(other.proposal.id)).toEqual(other.proposal);
    expect(await askedCount(other.order)).toBe(8);
  });
});

test("shows the most urgent dispute of the order and its proposals", async () => {
  const { order, proposal } = await proposals.counted(12);
  const [payment, ownPayment] = [aPaymentIntentId(), String(order.stripe_payment_intent_id)];
  await proposals.apply(proposal, await proposals.open(order, proposal), { p_payment_intent_id: payment });
  for (const [intent, status, shown] of [
    [payment, "needs_response", "needs_response"],
    [ownPayment, "under_review", "under_review"],
    [payment, "won", "under_review"],
    [payment, "needs_response", "needs_response"],
  ] as const) {
    await applyDispute(intent, status);
    expect(await storedOrder(sql, order.id)).toMatchObject({ dispute_status: shown });
  }
});

describe("proposals on the dashboard", () => {
  type Asked = Record<string, unknown> & { order_id: string; kind: string; deadline_at: string };
  const asked = async ({ accessToken }: { accessToken: string }, args: Record<string, unknown> = {}) =>
    (await call<{ proposals: Asked[] }>(personClient(accessToken), "get_dashboard", args)).proposals;

  test("shows open questions only to the owner, soonest deadline first", async () => {
    const [owner, other, staff] = [
      await addSignedInPerson(sql),
      await addSignedInPerson(sql),
      await signUpStaff(sql),
    ];
    const { order, proposal } = await proposals.counted(8, { user_id: owner.id });
    expect(await asked(owner)).toMatchObject([
      { id: proposal.id, order_id: order.id, kind: "short", qty: 2, status: "proposed" },
    ]);
    const upcharge = await proposals.upcharge(order);
    await sql`update order_adjustments set deadline_at = now() + interval '1 hour' where id = ${upcharge.id}`;
    expect((await asked(owner)).map(({ kind }) => kind)).toEqual(["upcharge", "short"]);
    await proposals.decide(order, proposal, "send_rest");
    expect(await asked(owner)).toContainEqual(
      expect.objectContaining({ kind: "short", status: "accepted", chosen_option: "send_rest" }),
    );
    expect(await asked(other)).toEqual([]);
    expect(await asked(staff)).toEqual([]);
  });
});
