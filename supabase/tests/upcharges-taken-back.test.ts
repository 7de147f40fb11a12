import { addReceived, GroupActs } from "../../sandbox/builders/grader-group";
import { aGuestKey, anEmail, aSessionId } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import { storedOrder } from "../../sandbox/builders/rows";
import { connect } from "../../sandbox/builders/test-database";

/* An upcharge is what the grader asks for: it stands only while the cards are, or were, with the grader. */

const sql = connect();
let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});
afterEach(() => proposals.leaveNothing());

const ask = async (id: string) => {
  const { version } = await storedOrder(sql, id);
  const args = { p_order_id: id, p_version: version, p_qty: 2, p_unit_cents: 500, p_reason: "Worth more" };
  return (await proposals.acts.write("staff_propose_upcharge", args)).outcome;
};

/** Cards that were counted and sent to the grader, and what is asked about two of them. */
async function asked(count = 10) {
  const { order, act: checkIn } = await proposals.counted(count);
  const { act_id: sent } = await proposals.acts.change(order.id, { submission_status: "shipped" });
  expect(await ask(order.id)).toBe("proposed");
  const upcharge = (await proposals.of(order)).find(({ kind }) => kind === "upcharge");
  if (!upcharge) throw new Error("nothing was asked");
  return { order, upcharge, checkIn, sent };
}
/** The same of a batch that has left in a group. */
async function sentInGroup() {
  const order = await addReceived(sql, { guest_key: aGuestKey(), guest_email: anEmail() });
  proposals.orders.push(order.id);
  const group = await GroupActs.begin(proposals.acts);
  await group.add([order]);
  await group.close("SUB-1", 10);
  await group.step("shipped");
  expect(await ask(order.id)).toBe("proposed");
  return { order, group };
}

const mailOf = async (id: string) =>
  (await proposals.acts.mailsOf(id)).filter(({ kind }) => kind === "adjustment_proposed");
const EARLY = ["received", "processing"];

test.each([
  ...EARLY.map((status) => [status, "not_here"]),
  ...["shipped", "grading", "graded"].map((status) => [status, "proposed"]),
  ...["completed", "delivered"].map((status) => [status, "not_here"]),
])("of a batch that is %s: %s", async (status, outcome) => {
  const { order } = await proposals.counted(10);
  await sql`update grading_orders set submission_status = ${status} where id = ${order.id}`;
  expect(await ask(order.id)).toBe(outcome);
});

test("goes, with its mail, when the way to the grader is taken back", async () => {
  const { order, upcharge, checkIn, sent } = await asked();
  expect(await mailOf(order.id)).toHaveLength(1);
  expect(await proposals.acts.undo(sent)).toMatchObject([{ outcome: "undone" }]);
  expect(await proposals.one(upcharge.id)).toMatchObject({ status: "withdrawn", next_look_at: null });
  expect(await mailOf(order.id)).toEqual([]);
  expect(await proposals.acts.shownTo(order.id)).toContainEqual([
    "adjustment",
    "upcharge:withdrawn:none:2:1000",
  ]);
  expect(await proposals.acts.undo(checkIn)).toMatchObject([{ outcome: "undone" }]);
});

test.each([
  ["is said not to have left", { submission_status: "processing" }],
  ["is said never to have come", { submission_status: "pending" }],
])("goes when a batch %s", async (_, changes) => {
  const { order, upcharge } = await asked();
  await proposals.acts.change(order.id, changes, "It lay here");
  expect(await proposals.one(upcharge.id)).toMatchObject({ status: "withdrawn" });
});

test("goes when the count of a batch that had left uncounted is taken back", async () => {
  const { order } = await proposals.counted(10);
  await sql`update grading_orders set submission_status = 'pending', received_at = null, received_count = null
    where id = ${order.id}`;
  await proposals.acts.change(order.id, { submission_status: "shipped" }, "It left by hand");
  const { act_id: counted } = await proposals.acts.checkIn(order.id, 10);
  const upcharge = await proposals.upcharge(order);
  expect(await proposals.acts.undo(counted)).toMatchObject([{ outcome: "undone" }]);
  expect(await proposals.one(upcharge.id)).toMatchObject({ status: "withdrawn" });
});

describe("is asked again, with its mail, when it went by mistake:", () => {
  test("the step back of a batch that had left is taken back", async () => {
    const { order, upcharge } = await asked();
    const shown = await proposals.acts.shownTo(order.id);
    const { act_id: back } = await proposals.acts.change(
      order.id,
      { submission_status: "processing", note: "It lay here" },
      "It lay here",
    );
    expect(await mailOf(order.id)).toEqual([]);
    expect(await proposals.acts.undo(back)).toMatchObject([{ outcome: "undone" }]);
    expect(await proposals.one(upcharge.id)).toMatchObject({
      status: "proposed",
      closed_at: null,
      next_look_at: expect.any(Date),
    });
    expect(await mailOf(order.id)).toMatchObject([{ due: false, payload: { adjustment_id: upcharge.id } }]);
    expect(await proposals.acts.shownTo(order.id)).toEqual([
      ...(shown ?? []),
      ["undone", "note,submission_status"],
    ]);
  });

  test("so is that of a batch that was said never to have come, beside the question about its count", async () => {
    const { order, upcharge } = await asked(8);
    const { act_id: back } = await proposals.acts.change(
      order.id,
      { submission_status: "pending" },
      "Not it",
    );
    expect((await proposals.of(order)).map(({ status }) => status)).toEqual(["withdrawn", "withdrawn"]);
    await proposals.acts.undo(back);
    expect(await proposals.one(upcharge.id)).toMatchObject({ status: "proposed" });
    expect((await proposals.of(order)).filter(({ status }) => status === "proposed")).toHaveLength(2);
  });

  test("it was taken out of a group that had left", async () => {
    const { order, group } = await sentInGroup();
    const { act_id: out } = await group.takeOut(order);
    const [gone] = await proposals.of(order);
    expect(gone).toMatchObject({ status: "withdrawn" });
    expect(await proposals.acts.undo(out)).toMatchObject([{ outcome: "undone" }]);
    expect(await proposals.of(order)).toMatchObject([{ id: gone?.id, status: "proposed" }]);
  });

  test("not one that was paid all the same", async () => {
    const { order, upcharge } = await asked();
    const { act_id: back } = await proposals.acts.change(
      order.id,
      { submission_status: "processing" },
      "Here",
    );
    await proposals.apply(upcharge, aSessionId());
    expect(await proposals.acts.undo(back)).toMatchObject([{ outcome: "undone" }]);
    expect(await proposals.one(upcharge.id)).toMatchObject({ status: "paid" });
  });
});

test("stays when only a later step is taken back", async () => {
  const { order, upcharge } = await asked();
  const { act_id: later } = await proposals.acts.change(order.id, { submission_status: "grading" });
  expect(await proposals.acts.undo(later)).toMatchObject([{ outcome: "undone" }]);
  expect(await proposals.one(upcharge.id)).toMatchObject({ status: "proposed" });
});

test("is not asked again once the cards are said to be here", async () => {
  const { order, upcharge, sent } = await asked();
  const args = { p_adjustment_id: upcharge.id, p_reason: "Told by phone" };
  const { act_id: withdrawn } = await proposals.acts.write("staff_withdraw_adjustment", args);
  await proposals.acts.undo(sent);
  expect(await proposals.acts.undo(withdrawn)).toMatchObject([{ id: order.id, outcome: "changed_since" }]);
});

test.each([
  ["paid", "upcharge:paid:pay:2:1000"],
  ["being paid", "upcharge:accepted:pay:2:1000"],
  ["disputed", "upcharge:declined:dispute:2:1000"],
])("the way to the grader is not taken back once it is %s", async (how, to) => {
  const { order, upcharge, sent } = await asked();
  if (how === "disputed") await proposals.decide(order, upcharge, "dispute", { p_words: "No" });
  else {
    const session = await proposals.open(order, upcharge, aSessionId());
    if (how === "paid") await proposals.apply(upcharge, session);
  }
  const before = await proposals.standing(upcharge);
  expect(await proposals.acts.undo(sent)).toMatchObject([
    { outcome: "changed_since", event: { type: "adjustment", to_value: to } },
  ]);
  expect(await proposals.standing(upcharge)).toEqual(before);
});

describe("while its customer is at its payment page, the batch does not go back", () => {
  const ended = (upcharge: Awaited<ReturnType<typeof asked>>["upcharge"], session: string) =>
    proposals.apply(upcharge, session, { p_session_status: "expired", p_payment_status: "unpaid" });

  test("by hand, until that page has ended", async () => {
    const { order, upcharge } = await asked();
    const session = await proposals.open(order, upcharge, aSessionId());
    const before = await proposals.standing(upcharge);
    const back = () => proposals.acts.change(order.id, { submission_status: "processing" }, "It lay here");
    expect(await back()).toMatchObject({ outcome: "being_paid", order: { submission_status: "shipped" } });
    expect(await proposals.standing(upcharge)).toEqual(before);
    await ended(upcharge, session);
    expect(await back()).toMatchObject({ outcome: "updated" });
    expect(await proposals.one(upcharge.id)).toMatchObject({ status: "withdrawn" });
  });

  test("but is noted about, and goes on", async () => {
    const { order, upcharge } = await asked();
    await proposals.open(order, upcharge, aSessionId());
    for (const changes of [{ internal_notes: "Here" }, { submission_status: "grading" }])
      expect(await proposals.acts.change(order.id, changes)).toMatchObject({ outcome: "updated" });
  });

  test("out of its group, until that page has ended", async () => {
    const { order, group } = await sentInGroup();
    const [upcharge] = await proposals.of(order);
    if (!upcharge) throw new Error("nothing was asked");
    const session = await proposals.open(order, upcharge, aSessionId());
    const before = await proposals.standing(upcharge);
    expect(await group.takeOut(order)).toEqual({ outcome: "being_paid" });
    expect(await proposals.standing(upcharge)).toEqual(before);
    await ended(upcharge, session);
    expect(await group.takeOut(order)).toMatchObject({ outcome: "taken_out" });
  });
});
