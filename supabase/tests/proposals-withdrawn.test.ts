import { aMark } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import { eventsOf, storedOrder } from "../../sandbox/builders/rows";
import { connect } from "../../sandbox/builders/test-database";

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
