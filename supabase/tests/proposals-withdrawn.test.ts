import { Proposals } from "../../sandbox/builders/proposals";
import { addOrder, addUser, exceptionsOf } from "../../sandbox/builders/rows";
import { applyRefund, aReservation, reserve } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});
// Reconcile job tests list all open sessions and refunds, so none may remain.
afterEach(() => proposals.leaveNothing());

describe("withdrawn proposals", () => {
  type Proposal = Awaited<ReturnType<Proposals["one"]>>;

  const withdraw = async ({ id }: Pick<Proposal, "id">) => {
    const args = { p_adjustment_id: id, p_action: "withdraw", p_note: "They told us by phone" };
    return (await proposals.actions.write("staff_end_adjustment", args)).action_id;
  };
  const asked = async (id: string) =>
    (await proposals.actions.emailsOf(id)).filter(({ kind }) => kind === "adjustment_proposed");
  const askedCount = async (id: string) =>
    (await sql`select proposed_count from grading_orders where id = ${id}`)[0]?.proposed_count;

  test("keeps a question withdrawn when a different action is undone", async () => {
    const { order, proposal } = await proposals.counted(8);
    await withdraw(proposal);
    const { action_id } = await proposals.actions.change(order.id, { note: "called" });
    await proposals.actions.undo(action_id);
    expect((await proposals.of(order)).map(({ status }) => status)).toEqual(["withdrawn"]);
    expect(await askedCount(order.id)).toBeNull();
  });

  test("asks the question again when its withdrawal is undone", async () => {
    const { order, proposal } = await proposals.counted(8);
    const shown = await proposals.actions.shownTo(order.id);
    const act = await withdraw(proposal);
    expect([await askedCount(order.id), await asked(order.id)]).toEqual([null, []]);
    expect(await proposals.actions.undo(act)).toMatchObject([{ id: order.id, outcome: "undone" }]);
    expect(await proposals.one(proposal.id)).toMatchObject({ status: "proposed", closed_at: null });
    expect(await askedCount(order.id)).toBe(8);
    expect(await asked(order.id)).toMatchObject([{ due: false, payload: { adjustment_id: proposal.id } }]);
    expect(await proposals.actions.shownTo(order.id)).toEqual(shown);
    expect((await proposals.decide(order, proposal, "send_rest")).outcome).toBe("decided");
  });

  test("allows payment again when the withdrawal is undone", async () => {
    const { order, proposal } = await proposals.counted(12);
    await sql`update order_adjustments set status = 'accepted', chosen_option = 'pay' where id = ${proposal.id}`;
    const act = await withdraw(proposal);
    await proposals.actions.undo(act);
    expect(await proposals.one(proposal.id)).toMatchObject({ status: "accepted", chosen_option: "pay" });
    expect((await proposals.reserve(order, proposal)).outcome).toBe("reserved");
  });
});

describe("concurrent proposals", () => {
  const quota_month = `${new Date().toISOString().slice(0, 7)}-01`;
  const pro = { guest_key: null, plan_type: "pro", rate_cents: 2200, quota_month } as const;

  /** Returns a member's paid order of ten cards at $22 this month. `count` cards were counted. */
  async function ofMember(count: number, others = 0) {
    const { id: user_id } = await addUser(sql);
    const member = { ...pro, user_id };
    if (others > 0) await addOrder(sql, { ...member, num_cards: others });
    return { userId: user_id, ...(await proposals.counted(count, member)) };
  }

  const reserveCards = async (userId: string, cards: number) => {
    const batch = { p_plan_type: "pro", p_rate_cents: 2200, p_num_cards: cards, p_monthly_limit: 500 };
    return (await reserve(aReservation(userId, batch))).outcome;
  };

  test("frees the quota of refunded missing cards", async () => {
    const { userId, order, proposal } = await ofMember(8, 480);
    expect(await reserveCards(userId, 11)).toBe("over_allowance");
    await proposals.decide(order, proposal, "refund");
    await applyRefund(order.stripe_payment_intent_id, 4400);
    expect(await reserveCards(userId, 13)).toBe("over_allowance");
    expect(await reserveCards(userId, 12)).toBe("reserved");
  });

  test("holds quota for extra cards during checkout, uses it when they are paid, and frees it on a refund", async () => {
    const { userId, order, proposal } = await ofMember(14, 480);
    expect(proposal).toMatchObject({ unit_cents: 2200, amount_cents: 8800 });
    const session = await proposals.open(order, proposal);
    expect(await reserveCards(userId, 7)).toBe("over_allowance");
    await proposals.apply(proposal, session, { p_payment_intent_id: `pi_${proposal.id}` });
    expect(await proposals.one(proposal.id)).toMatchObject({ status: "paid", user_id: userId });
    expect(await reserveCards(userId, 7)).toBe("over_allowance");
    await applyRefund(`pi_${proposal.id}`, 8800);
    expect(await reserveCards(userId, 10)).toBe("reserved");
  });

  test("charges the pay-as-you-go price for extra cards beyond the limit", async () => {
    const { order, proposal } = await ofMember(14, 488);
    expect(proposal).toMatchObject({ unit_cents: 2500, amount_cents: 10_000 });
    await proposals.apply(proposal, await proposals.open(order, proposal));
    expect(await proposals.one(proposal.id)).toMatchObject({ quota_month: null, user_id: null });
  });

  test("asks for a new price if the limit was used up in the meantime", async () => {
    const { userId, order, proposal } = await ofMember(14);
    await addOrder(sql, { ...pro, user_id: userId, num_cards: 487 });
    expect(await proposals.reserve(order, proposal)).toEqual({ outcome: "adjustment_price_changed" });
    const asked = await proposals.one(proposal.id);
    expect(asked.amount_cents).toBe(10_000);
    expect(await proposals.reserve(order, asked)).toMatchObject({ outcome: "reserved" });
  });

  test.each([
    [486, []],
    [487, ["late_adjustment"]],
  ])("records a payment after %d other cards, with the exceptions %j", async (others, reasons) => {
    const { userId, order, proposal } = await ofMember(14);
    const session = await proposals.open(order, proposal);
    await sql`update order_adjustments set reservation_expires_at = now() - interval '1 minute' where id = ${proposal.id}`;
    await addOrder(sql, { ...pro, user_id: userId, num_cards: others });
    expect(await proposals.apply(proposal, session)).toMatchObject({ outcome: "fulfilled" });
    expect((await exceptionsOf(sql, session)).map(({ reason }) => reason)).toEqual(reasons);
  });

  test("applies either the answer or the deadline when both arrive concurrently", async () => {
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

  test("prefers a payment over the deadline when both arrive concurrently", async () => {
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

  test("opens one checkout and attaches one session for concurrent clicks", async () => {
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

  test("applies either the undo of a count or the answer when both arrive concurrently", async () => {
    for (let round = 0; round < 5; round++) {
      const { order, act, proposal } = await proposals.counted(8);
      const [undone, decided] = await Promise.all([
        proposals.actions.undo(act),
        proposals.decide(order, proposal, "send_rest"),
      ]);
      const statuses = (await proposals.of(order)).map(({ status }) => status);
      expect([undone[0]?.outcome, decided.outcome, statuses]).toEqual(
        undone[0]?.outcome === "undone"
          ? ["undone", "adjustment_withdrawn", ["withdrawn"]]
          : ["changed_since", "decided", ["accepted"]],
      );
    }
  });
});
