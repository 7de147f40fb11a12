import { aMark, aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import { addOrder, addUser, eventsOf, exceptionsOf, storedOrder } from "../../sandbox/builders/rows";
import { applyRefund, aReservation, nextFence, reserve } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

describe("proposals withdrawn", () => {
  /*
   * A question that staff have withdrawn by mistake: it is asked again, unless what it was about is no longer so. No page is opened and no
   * refund owed: the tests of the reconcile job run beside these.
   */

  const sql = connect();
  let proposals: Proposals;
  beforeAll(async () => {
    proposals = await Proposals.begin(sql);
  });
  afterEach(() => proposals.leaveNothing());

  type Proposal = Awaited<ReturnType<Proposals["one"]>>;
  const OPEN = { closed_at: null, closed_by: null, closing_note: null };

  const withdraw = async ({ id }: Pick<Proposal, "id">) => {
    const args = { p_adjustment_id: id, p_reason: "They told us by phone" };
    return (await proposals.acts.write("staff_withdraw_adjustment", args)).act_id;
  };
  const send = (id: string) =>
    sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id} and sent_at is null`;
  const asked = async (id: string) =>
    (await proposals.acts.mailsOf(id)).filter(({ kind }) => kind === "adjustment_proposed");
  const askedCount = async (id: string) =>
    (await sql`select proposed_count from grading_orders where id = ${id}`)[0]?.proposed_count;
  const minutesLeft = ({ deadline_at }: Proposal) => (Number(deadline_at) - Date.now()) / 60_000;

  test("it stays withdrawn when something else is taken back", async () => {
    const { order, proposal } = await proposals.counted(8);
    await withdraw(proposal);
    const { act_id } = await proposals.acts.change(order.id, { note: "called" });
    await proposals.acts.undo(act_id);
    expect((await proposals.of(order)).map(({ status }) => status)).toEqual(["withdrawn"]);
    expect(await askedCount(order.id)).toBeNull();
  });

  describe("one press asks it again", () => {
    test.each([
      ["cards that did not come", 8],
      ["cards on top", 12],
    ])("%s", async (_, count) => {
      const { order, proposal } = await proposals.counted(count);
      const shown = await proposals.acts.shownTo(order.id);
      const act = await withdraw(proposal);
      expect([await askedCount(order.id), await asked(order.id)]).toEqual([null, []]);
      expect(await proposals.acts.undo(act)).toMatchObject([{ id: order.id, outcome: "undone" }]);
      expect(await proposals.one(proposal.id)).toMatchObject({ status: "proposed", ...OPEN });
      expect(await askedCount(order.id)).toBe(count);
      expect(await asked(order.id)).toMatchObject([{ due: false, payload: { adjustment_id: proposal.id } }]);
      expect(await proposals.acts.shownTo(order.id)).toEqual([...(shown ?? []), ["undone", "question"]]);
      expect((await proposals.decide(order, proposal, count < 10 ? "send_rest" : "return")).outcome).toBe(
        "decided",
      );
    });

    test("an upcharge; of another question that was withdrawn later nothing changes", async () => {
      const { order, proposal } = await proposals.counted(8);
      const upcharge = await proposals.upcharge(order);
      const act = await withdraw(upcharge);
      await withdraw(proposal);
      await proposals.acts.undo(act);
      expect(await proposals.one(upcharge.id)).toMatchObject({ status: "proposed", ...OPEN });
      expect(await proposals.one(proposal.id)).toMatchObject({ status: "withdrawn" });
      expect(await askedCount(order.id)).toBeNull();
    });

    test("who was to pay and had left the page may pay", async () => {
      const { order, proposal } = await proposals.counted(12);
      await sql`update order_adjustments set status = 'accepted', chosen_option = 'pay' where id = ${proposal.id}`;
      const act = await withdraw(proposal);
      await proposals.acts.undo(act);
      expect(await proposals.one(proposal.id)).toMatchObject({ status: "accepted", chosen_option: "pay" });
      expect((await proposals.reserve(order, proposal)).outcome).toBe("reserved");
    });

    test("the time in which nobody could answer does not count", async () => {
      const { proposal } = await proposals.counted(8);
      const act = await withdraw(proposal);
      await sql`update order_adjustments set closed_at = closed_at - interval '5 days',
      deadline_at = deadline_at - interval '5 days' where id = ${proposal.id}`;
      await proposals.acts.age(act);
      await proposals.acts.undo(act, { p_reason: "The wrong batch" });
      const again = await proposals.one(proposal.id);
      expect(Math.round(minutesLeft(again) / 60)).toBe(7 * 24);
      expect(again.next_look_at).toEqual(again.deadline_at);
    });

    test("its mail has left: within ten minutes nothing is sent, later it is sent again", async () => {
      const [soon, late] = [await proposals.counted(8), await proposals.counted(8)];
      for (const { order, proposal } of [soon, late]) {
        await send(order.id);
        const act = await withdraw(proposal);
        if (order === late.order) await proposals.acts.age(act);
        expect(await proposals.acts.undo(act, { p_reason: "The wrong batch" })).toMatchObject([
          { outcome: "undone" },
        ]);
      }
      expect(await asked(soon.order.id)).toHaveLength(1);
      expect(await asked(late.order.id)).toMatchObject([{}, { due: false }]);
    });
  });

  describe("it is refused", () => {
    test("ten minutes later without a reason, and twice", async () => {
      const { order, proposal } = await proposals.counted(8);
      const act = await withdraw(proposal);
      await proposals.acts.age(act);
      expect(await proposals.acts.undo(act)).toMatchObject([{ outcome: "reason_required" }]);
      await proposals.acts.undo(act, { p_reason: "The wrong batch" });
      expect(await proposals.acts.undo(act, { p_reason: "Again" })).toMatchObject([
        { outcome: "already_undone" },
      ]);
      expect((await eventsOf(sql, order.id)).filter(({ type }) => type === "undone")).toHaveLength(1);
    });

    test.each<[string, (order: { id: string }, proposal: Proposal) => Promise<unknown>, object]>([
      [
        "another number was counted",
        ({ id }) => proposals.acts.checkIn(id, 9, { p_is_recount: true }),
        { type: "adjustment", to_value: "short:proposed:none:1:2500" },
      ],
      [
        "the money of the batch went back",
        ({ id }) => sql`update grading_orders set payment_status = 'canceled' where id = ${id}`,
        { type: "payment_status", to_value: "canceled" },
      ],
      [
        "the cards have left",
        ({ id }) =>
          proposals.acts.change(id, { submission_status: "completed", tracking_number: aMark() }, "Home"),
        { type: "submission_status", to_value: "completed" },
      ],
      [
        "staff said that it goes on with this count",
        ({ id }) =>
          sql`with settled as (update order_admin set settled_count = 8 where order_id = ${id} returning order_id)
          select private.add_order_event(order_id, 'grader_group', null, '1', false) from settled`,
        { type: "grader_group" },
      ],
    ])("when %s since, which is shown", async (_, change, event) => {
      const { order, proposal } = await proposals.counted(8);
      const act = await withdraw(proposal);
      await change(order, proposal);
      expect(await proposals.acts.undo(act)).toMatchObject([{ outcome: "changed_since", event }]);
      expect(await proposals.one(proposal.id)).toMatchObject({ status: "withdrawn" });
    });

    test("when its count was taken back", async () => {
      const { order, act: count, proposal } = await proposals.counted(8);
      const act = await withdraw(proposal);
      await proposals.acts.undo(count);
      expect(await proposals.acts.undo(act)).toMatchObject([
        { outcome: "changed_since", event: { type: "undone" } },
      ]);
      expect((await storedOrder(sql, order.id)).received_count).toBeNull();
    });

    test("when it was paid all the same", async () => {
      const { order } = await proposals.counted(10);
      const upcharge = await proposals.upcharge(order);
      const act = await withdraw(upcharge);
      await sql`with paid as (update order_adjustments set status = 'paid', chosen_option = 'pay', paid_at = now(),
        paid_cents = amount_cents where id = ${upcharge.id} returning *)
      select private.note_adjustment(row(p.*)::order_adjustments, 'withdrawn') from paid p`;
      expect(await proposals.acts.undo(act)).toMatchObject([
        { outcome: "changed_since", event: { type: "adjustment", to_value: "upcharge:paid:pay:2:1000" } },
      ]);
      expect(await proposals.one(upcharge.id)).toMatchObject({ status: "paid" });
    });
  });
});

describe("proposals reopened", () => {
  /* What staff have settled by mistake waits for them again, unless money has moved since. */

  const sql = connect();
  // Nothing of it is left for the tests of the reconcile job.
  let proposals: Proposals;
  beforeAll(async () => {
    proposals = await Proposals.begin(sql);
  });
  afterEach(() => proposals.leaveNothing());

  type Proposal = Awaited<ReturnType<Proposals["one"]>>;
  const OPEN = { closed_at: null, closed_by: null, closing_note: null };

  const settle = async ({ id }: Pick<Proposal, "id">) =>
    (await proposals.acts.write("staff_close_adjustment", { p_adjustment_id: id, p_note: "A cheque" }))
      .act_id;

  /** Cards that did not come, whose customer has chosen the refund. */
  async function owed(columns: Parameters<Proposals["counted"]>[1] = {}) {
    const { order, proposal } = await proposals.counted(8, columns);
    await proposals.decide(order, proposal, "refund");
    return { order, short: await proposals.one(proposal.id) };
  }

  /** An upcharge that was disputed, or not answered. */
  async function unsettled(how: "dispute" | "silence" = "dispute") {
    const { order } = await proposals.counted(10);
    const upcharge = await proposals.upcharge(order);
    if (how === "silence") await proposals.expire(upcharge);
    else await proposals.decide(order, upcharge, "dispute", { p_words: "It is not worth that" });
    return { order, upcharge: await proposals.one(upcharge.id) };
  }

  const isUnsettled = async ({ id }: { id: string }) =>
    (await sql`select from order_admin where order_id = ${id} and 'upcharge' = any (blockers)`).length > 0;
  /** What its questions have come to, step by step. */
  const steps = async (order: { id: string }) =>
    (await eventsOf(sql, order.id)).flatMap(({ type, to_value }) =>
      type === "adjustment" ? [to_value] : [],
    );
  const shownAct = async (order: { id: string }) =>
    (await sql`select private.staff_adjustments(${order.id}) as asked`)[0]?.asked.at(-1).ending_act_id;

  describe("one press has it open again", () => {
    test.each(["dispute", "silence"] as const)(
      "an upcharge after %s, without a word to the customer or a step",
      async (how) => {
        const { order, upcharge } = await unsettled(how);
        const before = [await proposals.acts.shownTo(order.id), await steps(order)];
        const act = await settle(upcharge);
        expect([await shownAct(order), await isUnsettled(order)]).toEqual([act, false]);
        expect(await proposals.acts.undo(act)).toMatchObject([{ id: order.id, outcome: "undone" }]);
        expect(await proposals.one(upcharge.id)).toEqual(upcharge);
        expect([await shownAct(order), await isUnsettled(order)]).toEqual([null, true]);
        expect([await proposals.acts.shownTo(order.id), await steps(order)]).toEqual(before);
      },
    );

    test("a refund that is not made by hand after all: its customer reads so, and the job makes it", async () => {
      const { order, short } = await owed();
      const shown = await proposals.acts.shownTo(order.id);
      const act = await settle(short);
      expect(await proposals.one(short.id)).toMatchObject({ status: "refunded", next_look_at: null });
      await proposals.acts.undo(act);
      const { next_look_at, ...open } = await proposals.one(short.id);
      expect(short).toMatchObject(open);
      // Who pressed by mistake can still settle it again before money leaves.
      const minutes = Math.round((Number(next_look_at) - Date.now()) / 60_000);
      expect(minutes).toBe(10);
      expect(await proposals.acts.shownTo(order.id)).toEqual([
        ...(shown ?? []),
        ["undone", "settled_question"],
      ]);
      const args = { p_adjustment_id: short.id };
      expect(await call(serverClient(), "begin_adjustment_refund", args)).toMatchObject({
        outcome: "started",
      });
    });

    test("of another question nothing changes, also where that was settled later", async () => {
      const { order, upcharge } = await unsettled();
      const other = await proposals.upcharge(order);
      await proposals.expire(other);
      const act = await settle(upcharge);
      await settle(other);
      await proposals.acts.undo(act);
      expect(await proposals.one(upcharge.id)).toMatchObject({ status: "declined", ...OPEN });
      expect(await proposals.one(other.id)).toMatchObject({ status: "expired", closing_note: "A cheque" });
    });

    test("and it can be settled again", async () => {
      const { order, short } = await owed({ stripe_payment_intent_id: null });
      await proposals.acts.undo(await settle(short));
      const again = await settle(short);
      expect(await proposals.one(short.id)).toMatchObject({ status: "refunded" });
      expect(await shownAct(order)).toBe(again);
    });

    test("what no job was to look at waits for staff alone", async () => {
      const { short } = await owed({ stripe_payment_intent_id: null });
      await call(serverClient(), "begin_adjustment_refund", { p_adjustment_id: short.id });
      await proposals.acts.undo(await settle(short));
      expect(await proposals.one(short.id)).toMatchObject({ status: "accepted", next_look_at: null });
    });
  });

  describe("it is refused", () => {
    test("ten minutes later without a reason, and twice", async () => {
      const { order, upcharge } = await unsettled();
      const act = await settle(upcharge);
      await proposals.acts.age(act);
      expect(await proposals.acts.undo(act)).toMatchObject([{ outcome: "reason_required" }]);
      await proposals.acts.undo(act, { p_reason: "The wrong batch" });
      expect(await proposals.acts.undo(act, { p_reason: "Again" })).toMatchObject([
        { outcome: "already_undone" },
      ]);
      expect(await eventsOf(sql, order.id)).toContainEqual(
        expect.objectContaining({ type: "reason", message: "The wrong batch", public: false }),
      );
    });

    test("when it was paid all the same, which is shown", async () => {
      const { order, upcharge } = await unsettled();
      const act = await settle(upcharge);
      await proposals.apply(upcharge, aSessionId());
      expect(await proposals.acts.undo(act)).toMatchObject([
        { outcome: "changed_since", event: { type: "adjustment", to_value: "upcharge:paid:pay:2:1000" } },
      ]);
      expect(await proposals.one(upcharge.id)).toMatchObject({ status: "paid", closing_note: "A cheque" });
      expect(await shownAct(order)).toBeNull();
    });

    test.each([
      ["a part of the order's money", 5000, { type: "refunded", to_value: "$50.00" }],
      ["all of it", 25_000, { type: "refunded", to_value: "$250.00" }],
    ])("when %s went back since: it would be given twice", async (_, cents, event) => {
      const { order, short } = await owed();
      const act = await settle(short);
      await applyRefund(order.stripe_payment_intent_id, cents);
      expect(await proposals.acts.undo(act)).toMatchObject([{ outcome: "changed_since", event }]);
      expect(await proposals.one(short.id)).toMatchObject({ status: "refunded", closing_note: "A cheque" });
    });

    /** Cards that did not come, and an upcharge of the same order that was paid. */
    async function owedBesidePaid() {
      const { order, short } = await owed();
      const payment = aPaymentIntentId();
      await proposals.apply(await proposals.upcharge(order), aSessionId(), { p_payment_intent_id: payment });
      return { order, short, payment };
    }
    const dispute = async (payment: string, status: string) => {
      const args = { p_payment_intent_id: payment, p_fence: await nextFence(), p_status: status };
      return call(serverClient(), "apply_dispute", args);
    };

    test("when staff gave it back out of what was paid for another question", async () => {
      const { short, payment } = await owedBesidePaid();
      const act = await settle(short);
      await applyRefund(payment, 1000);
      expect(await proposals.acts.undo(act)).toMatchObject([
        { outcome: "changed_since", event: { type: "refunded", to_value: "$10.00" } },
      ]);
      expect(await proposals.one(short.id)).toMatchObject({ status: "refunded", closing_note: "A cheque" });
    });

    test.each(["the order", "a question"])("when the payment of %s was disputed since", async (whose) => {
      const { order, short, payment } = await owedBesidePaid();
      const act = await settle(short);
      await dispute(
        whose === "the order" ? String(order.stripe_payment_intent_id) : payment,
        "needs_response",
      );
      expect(await proposals.acts.undo(act)).toMatchObject([
        { outcome: "changed_since", event: { type: "dispute_status", to_value: "needs_response" } },
      ]);
      expect(await proposals.one(short.id)).toMatchObject({ status: "refunded" });
    });

    test("when a dispute was lost since, also where the order shows another", async () => {
      const { order, short, payment } = await owedBesidePaid();
      await dispute(payment, "needs_response");
      await dispute(String(order.stripe_payment_intent_id), "needs_response");
      const act = await settle(short);
      await dispute(payment, "lost");
      expect(await proposals.acts.undo(act)).toMatchObject([
        { outcome: "changed_since", event: { type: "dispute_status", to_value: "lost" } },
      ]);
    });

    test("when another refund of the order is on its way", async () => {
      const { order, short } = await owed();
      const act = await settle(short);
      await sql`insert into refund_requests (id, order_id, amount_cents, reason)
      values (gen_random_uuid(), ${order.id}, 2500, 'One more')`;
      await sql`select private.add_order_event(${order.id}, 'refund_started', null, '25.00', false)`;
      expect(await proposals.acts.undo(act)).toMatchObject([
        { outcome: "changed_since", event: { type: "refund_started", to_value: "25.00" } },
      ]);
      expect(await proposals.one(short.id)).toMatchObject({ status: "refunded" });
    });

    test("not by what went back before it was settled", async () => {
      const { order, short } = await owed();
      await applyRefund(order.stripe_payment_intent_id, 2500);
      const act = await settle(short);
      expect(await proposals.acts.undo(act)).toMatchObject([{ outcome: "undone" }]);
      expect(await proposals.one(short.id)).toMatchObject({ status: "accepted", ...OPEN });
    });

    test("not by a refund that has ended before, nor by what moved of another order", async () => {
      const { order, short } = await owed();
      await sql`insert into refund_requests (id, order_id, amount_cents, reason, status)
      values (gen_random_uuid(), ${order.id}, 2500, 'One', 'failed')`;
      const before = await steps(order);
      const act = await settle(short);
      const other = await owedBesidePaid();
      await dispute(other.payment, "needs_response");
      await applyRefund(other.payment, 1000);
      expect(await proposals.acts.undo(act)).toMatchObject([{ outcome: "undone" }]);
      expect((await steps(order)).slice(before.length)).toEqual([
        expect.stringMatching("^short:refunded:"),
        expect.stringMatching("^short:accepted:"),
      ]);
    });
  });

  test("what has moved of an order's money is its own, and that of its own questions", async () => {
    const { order } = await proposals.counted(10);
    const other = await proposals.counted(10);
    for (const [of, refunded, disputed] of [
      [order, 300, "lost"],
      [order, 200, null],
      [other.order, 100, "needs_response"],
    ] as const) {
      const upcharge = await proposals.upcharge(of);
      await proposals.apply(upcharge, aSessionId());
      await sql`update order_adjustments set refunded_cents = ${refunded}, dispute_status = ${disputed}
      where id = ${upcharge.id}`;
    }
    const [row] = await sql`select private.money_moved(${order.id}) as money`;
    expect(row?.money).toEqual({
      payment_status: "paid",
      refunded_cents: 0,
      of_questions: 500,
      disputes: [null, "lost"],
    });
  });
});

describe("proposals together", () => {
  const sql = connect();
  // Nothing of it is left for the tests of the reconcile job.
  let proposals: Proposals;
  afterEach(() => proposals.leaveNothing());
  beforeAll(async () => {
    proposals = await Proposals.begin(sql);
  });

  const month = () => `${new Date().toISOString().slice(0, 7)}-01`;

  /** A member's paid order of this month, of ten cards at $22, of which so many were counted. */
  async function ofMember(count: number, others = 0) {
    const { id: user_id } = await addUser(sql);
    const member = {
      user_id,
      guest_key: null,
      plan_type: "pro",
      rate_cents: 2200,
      quota_month: month(),
    } as const;
    if (others > 0) await addOrder(sql, { ...member, num_cards: others });
    return { userId: user_id, ...(await proposals.counted(count, member)) };
  }

  /** How many cards more the member may send: what a batch of so many is answered. */
  const room = async (userId: string, cards: number) =>
    (
      await reserve(
        aReservation(userId, {
          p_plan_type: "pro",
          p_rate_cents: 2200,
          p_num_cards: cards,
          p_monthly_limit: 500,
        }),
      )
    ).outcome;

  describe("the quota follows", () => {
    test("cards that were refunded because they did not come are free again", async () => {
      const { userId, order, proposal } = await ofMember(8, 480);
      expect(await room(userId, 11)).toBe("quota_exceeded");
      await proposals.decide(order, proposal, "refund");
      await applyRefund(order.stripe_payment_intent_id, 4400);
      expect(await room(userId, 13)).toBe("quota_exceeded");
      expect(await room(userId, 12)).toBe("reserved");
    });

    test("cards on top are held while they are paid, then used, and free when they are refunded", async () => {
      const { userId, order, proposal } = await ofMember(14, 480);
      expect(proposal).toMatchObject({ unit_cents: 2200, amount_cents: 8800 });
      const session = await proposals.open(order, proposal);
      expect(await room(userId, 7)).toBe("quota_exceeded");
      await proposals.apply(proposal, session, { p_payment_intent_id: `pi_${proposal.id}` });
      expect(await proposals.one(proposal.id)).toMatchObject({ status: "paid", user_id: userId });
      expect(await room(userId, 7)).toBe("quota_exceeded");
      await applyRefund(`pi_${proposal.id}`, 8800);
      expect(await room(userId, 10)).toBe("reserved");
    });

    test("cards on top beyond the quota cost what they cost without a membership, and use none", async () => {
      const { order, proposal } = await ofMember(14, 488);
      expect(proposal).toMatchObject({ unit_cents: 2500, amount_cents: 10_000 });
      await proposals.apply(proposal, await proposals.open(order, proposal));
      expect(await proposals.one(proposal.id)).toMatchObject({ quota_month: null, user_id: null });
    });

    test("a quota that was used meanwhile changes the price, which is asked about again", async () => {
      const { userId, order, proposal } = await ofMember(14);
      await addOrder(sql, {
        user_id: userId,
        guest_key: null,
        plan_type: "pro",
        rate_cents: 2200,
        quota_month: month(),
        num_cards: 487,
      });
      expect(await proposals.reserve(order, proposal)).toMatchObject({
        outcome: "price_changed",
        adjustment: { amount_cents: 10_000 },
      });
      expect(await proposals.reserve(order, await proposals.one(proposal.id))).toMatchObject({
        outcome: "reserved",
      });
    });
  });

  describe("a payment that comes after its hold has run out", () => {
    test.each([
      [486, [], "the month has room"],
      [487, ["late_adjustment"], "another batch took the room: staff are told"],
    ])("%d cards of others later: %j (%s)", async (others, reasons) => {
      const { userId, order, proposal } = await ofMember(14);
      const session = await proposals.open(order, proposal);
      await sql`update order_adjustments set reservation_expires_at = now() - interval '1 minute' where id = ${proposal.id}`;
      const member = { user_id: userId, guest_key: null, plan_type: "pro", rate_cents: 2200 } as const;
      await addOrder(sql, { ...member, quota_month: month(), num_cards: others });
      expect(await proposals.apply(proposal, session)).toMatchObject({ outcome: "fulfilled" });
      expect((await exceptionsOf(sql, session)).map(({ reason }) => reason)).toEqual(reasons);
    });
  });

  describe("two at once", () => {
    test("an answer and the deadline: one of them", async () => {
      for (let round = 0; round < 5; round++) {
        const { order, proposal } = await proposals.counted(12);
        await sql`update order_adjustments set deadline_at = now() where id = ${proposal.id}`;
        const early = { p_now: new Date(Date.now() - 60_000).toISOString() };
        const [decided, expired] = await Promise.all([
          proposals.decide(order, proposal, "return", early),
          call<{ outcome: string }>(serverClient(), "expire_adjustment", { p_adjustment_id: proposal.id }),
        ]);
        const { status } = await proposals.one(proposal.id);
        expect([decided.outcome === "decided" ? "declined" : "expired", status]).toEqual([status, status]);
        expect(expired.outcome === "expired").toBe(status === "expired");
      }
    });

    test("a payment and the deadline: the money wins", async () => {
      for (let round = 0; round < 5; round++) {
        const { order, proposal } = await proposals.counted(12);
        const session = await proposals.open(order, proposal);
        await sql`update order_adjustments set reservation_expires_at = null, deadline_at = now() where id = ${proposal.id}`;
        await Promise.all([
          proposals.apply(proposal, session),
          call(serverClient(), "expire_adjustment", { p_adjustment_id: proposal.id }),
        ]);
        expect((await proposals.one(proposal.id)).status).toBe("paid");
      }
    });

    test("two presses on pay: one page; two sessions: one is tied", async () => {
      const { order, proposal } = await proposals.counted(12);
      const answers = await Promise.all([0, 1, 2].map(() => proposals.reserve(order, proposal)));
      expect(answers.map(({ outcome }) => outcome).sort()).toEqual(["replay", "replay", "reserved"]);
      const tied = await Promise.all(
        ["cs_test_aaaaaaaaaa1", "cs_test_aaaaaaaaaa2"].map((name) =>
          call<{ attached: boolean }>(serverClient(), "attach_adjustment_session", {
            p_adjustment_id: proposal.id,
            p_session_id: `${name}${proposal.id.slice(0, 8)}`,
            p_attempt: 1,
          }),
        ),
      );
      expect(tied.filter(({ attached }) => attached)).toHaveLength(1);
    });

    test("a count that is taken back and its answer: one of them", async () => {
      for (let round = 0; round < 5; round++) {
        const { order, act, proposal } = await proposals.counted(8);
        const [undone, decided] = await Promise.all([
          proposals.acts.undo(act),
          proposals.decide(order, proposal, "send_rest"),
        ]);
        const { status } = await proposals.one(proposal.id);
        expect([undone[0]?.outcome, decided.outcome, status]).toEqual(
          status === "withdrawn"
            ? ["undone", "decided_otherwise", status]
            : ["changed_since", "decided", "accepted"],
        );
      }
    });
  });
});
