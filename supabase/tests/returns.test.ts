import { addReceived, GroupActs } from "../../sandbox/builders/grader-group";
import { anEmail } from "../../sandbox/builders/ids";
import { addUser, eventsOf, type StoredOrder, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient } from "../../sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

type Answer = {
  outcome: string;
  act_id: string;
  order?: object;
  refusal?: string;
  other?: { id: string; batch_id: string; is_same_owner: boolean };
};

/** A number of UPS that no other test has. */
let used = 0;
const aNumber = () =>
  `1Z${process.pid.toString(36).toUpperCase().padStart(6, "0").slice(-6)}${String(++used).padStart(10, "0")}`;

async function send(order: { id: string }, number = aNumber(), changes: Record<string, unknown> = {}) {
  const { version } = await storedOrder(sql, order.id);
  const args = { p_order_id: order.id, p_version: version, p_tracking_number: number, p_carrier: "ups" };
  return acts.write<Answer>("staff_return_order", { ...args, ...changes });
}

const aGraded = (columns: Parameters<typeof addReceived>[1] = {}) =>
  addReceived(sql, { submission_status: "graded", ...columns });

type Desk = {
  orders: { refusal: string | null; profile: object | null }[];
  ready: { id: string }[];
  acts: { id: string }[];
};
const desk = (code: string | null = null) =>
  call<Desk>(personClient(acts.member.accessToken), "staff_return_desk", { p_code: code });

describe("what can go back to its owner", () => {
  const grader = { submission_status: "grading" };
  const gone = { submission_status: "completed", fulfillment_status: "complete" };
  const never = {
    submission_status: "pending",
    fulfillment_status: "not_received",
    received_at: null,
    received_count: null,
    arrived_at: null,
  };
  const cases: [string, Parameters<typeof addReceived>[1], string | null, boolean][] = [
    ["graded", { submission_status: "graded" }, null, true],
    ["refunded when it was graded", { submission_status: "graded", payment_status: "canceled" }, null, true],
    ["refunded before it went out", { payment_status: "canceled" }, null, false],
    [
      "refunded, its package unopened",
      { ...never, arrived_at: new Date(), payment_status: "canceled" },
      null,
      false,
    ],
    ["refunded, never came", { ...never, payment_status: "canceled" }, "not_here", false],
    ["refunded, at the grader", { ...grader, payment_status: "canceled" }, "at_grader", false],
    ["at the grader", grader, "not_graded", false],
    ["received", {}, "not_graded", false],
    ["unpaid", { submission_status: "graded", payment_status: "unpaid" }, "not_paid", false],
    ["on its way", gone, "sent_before", false],
    ["disputed", { submission_status: "graded", dispute_status: "under_review" }, "disputed", false],
    [
      "to be reviewed",
      { submission_status: "graded", review_reason: "dispute_lost" },
      "to_be_reviewed",
      false,
    ],
  ];

  test.each(cases)("%s", async (_, columns, refusal, isListed) => {
    const received_at = new Date(Date.now() - 4_000 * 86_400_000);
    const order = await addReceived(sql, { received_at, ...columns });
    const { orders, ready } = await desk(order.batch_id);
    expect(orders).toMatchObject([{ refusal }]);
    expect(ready.some(({ id }) => id === order.id)).toBe(isListed);
    const answer = await send(order);
    expect(answer).toMatchObject(refusal ? { outcome: "refused", refusal } : { outcome: "returned" });
    await sql`update grading_orders set received_at = now() where id = ${order.id} and received_at is not null`;
  });

  test("what is in a group of the grader waits for the group, and is ready when its cards are back", async () => {
    const order = await addReceived(sql, { received_at: new Date(Date.now() - 4_000 * 86_400_000) });
    const isReady = async () => (await desk()).ready.some(({ id }) => id === order.id);
    const group = await GroupActs.begin(acts);
    await group.add([order]);
    expect(await send(order)).toMatchObject({ refusal: "in_group" });
    await group.close("SUB-1", 10);
    await group.step("graded");
    expect(await send(order)).toMatchObject({ refusal: "at_grader" });
    expect(await isReady()).toBe(false);
    await group.step("back", { p_cards: 10 });
    expect(await isReady()).toBe(true);
    expect(await send(order)).toMatchObject({ outcome: "returned" });
    expect(await isReady()).toBe(false);
  });
});

describe("a parcel leaves", () => {
  test("with its number and carrier; the owner sees it, and has a mail in ten minutes", async () => {
    const order = await aGraded();
    const number = aNumber();
    const { act_id, order: shown } = await send(order, number, { p_carrier: "fedex" });
    expect(shown).toMatchObject({ tracking_number: number, return_carrier: "fedex" });
    expect(await storedOrder(sql, order.id)).toMatchObject({
      submission_status: "completed",
      fulfillment_status: "complete",
      tracking_number: number,
      return_carrier: "fedex",
    });
    expect(await acts.shownTo(order.id)).toEqual(
      expect.arrayContaining([
        ["submission_status", "completed"],
        ["tracking_number", number],
      ]),
    );
    expect(await acts.mailsOf(order.id)).toMatchObject([
      { kind: "order_returned", due: false, payload: { act_id } },
    ]);
    expect((await desk()).acts).toContainEqual(expect.objectContaining({ id: act_id, order_id: order.id }));
  });

  test("taken back: the mail never leaves, and nothing of the number is shown", async () => {
    const order = await aGraded();
    const before = await acts.factsOf(order.id);
    const number = aNumber();
    const { act_id } = await send(order, number);
    expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
    expect(await acts.factsOf(order.id)).toEqual(before);
    expect(await acts.mailsOf(order.id)).toEqual([]);
    expect(JSON.stringify(await acts.shownTo(order.id))).not.toContain(number);
    // The next number is told anew.
    await send(order);
    expect(await acts.mailsOf(order.id)).toMatchObject([{ kind: "order_returned" }]);
  });

  test("taken back when the mail has left: it is corrected, once", async () => {
    const order = await aGraded();
    const { act_id } = await send(order);
    await sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${order.id}`;
    await acts.undo(act_id);
    expect((await acts.mailsOf(order.id)).map(({ kind }) => kind)).toEqual(["order_returned", "correction"]);
  });

  test("the next step sends the mail at once", async () => {
    const order = await aGraded();
    await send(order);
    await acts.change(order.id, { submission_status: "delivered" });
    expect(await acts.mailsOf(order.id)).toMatchObject([{ kind: "order_returned", due: true }]);
  });

  test("who has no address gets no mail, and a number that is changed by hand forgets the carrier", async () => {
    const order = await aGraded({ guest_email: null, guest_key: "b".repeat(64) });
    await send(order);
    expect(await acts.mailsOf(order.id)).toEqual([]);
    const { act_id } = await acts.change(order.id, { tracking_number: aNumber() });
    expect(await storedOrder(sql, order.id)).toMatchObject({ return_carrier: null });
    await acts.undo(act_id);
    expect(await storedOrder(sql, order.id)).toMatchObject({ return_carrier: "ups" });
  });

  test("an order that somebody changed meanwhile is shown first", async () => {
    const order = await aGraded();
    await acts.change(order.id, { internal_notes: "wait" });
    expect(await send(order, aNumber(), { p_version: order.version })).toMatchObject({
      outcome: "conflict",
      changes: [{ type: "internal_notes" }],
    });
    expect(
      await acts.write("staff_return_order", {
        p_order_id: "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091",
        p_version: 1,
        p_tracking_number: aNumber(),
        p_carrier: "ups",
      }),
    ).toEqual({ outcome: "not_found" });
  });
});

describe("a number that stands on another order", () => {
  const spaced = (number: string) =>
    `${number.slice(0, 2)} ${number.slice(2, 8)}-${number.slice(8)}`.toLowerCase();

  test("of another owner is refused, however it was written there", async () => {
    const number = aNumber();
    const theirs = await aGraded({ guest_email: anEmail(), tracking_number: spaced(number) });
    const order = await aGraded({ guest_email: anEmail() });
    expect(await send(order, number)).toMatchObject({
      outcome: "number_taken",
      other: { id: theirs.id, batch_id: theirs.batch_id },
    });
    expect(await send(order, number, { p_is_same_box: true })).toMatchObject({ outcome: "number_taken" });
    // Carriers use their numbers again.
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update grading_orders set updated_at = now() - interval '2 years' where id = ${theirs.id}`;
    });
    expect(await send(order, number)).toMatchObject({ outcome: "returned" });
  });

  const owners: [string, () => Promise<Parameters<typeof addReceived>[1]>][] = [
    [
      "account",
      async () => {
        const { id } = await addUser(sql);
        return { user_id: id, guest_email: null };
      },
    ],
    ["guest", async () => ({ guest_email: anEmail() })],
  ];
  test.each(owners)("of the same %s is asked once: both are in one box", async (_, ownerOf) => {
    const owner = await ownerOf();
    const [first, second] = [await aGraded(owner), await aGraded(owner)] as [StoredOrder, StoredOrder];
    const number = aNumber();
    await send(first, number);
    expect(await send(second, number)).toMatchObject({ outcome: "ask_same_box", other: { id: first.id } });
    expect((await storedOrder(sql, second.id)).tracking_number).toBeNull();
    expect(await send(second, number, { p_is_same_box: true })).toMatchObject({ outcome: "returned" });
    expect((await eventsOf(sql, second.id)).some(({ type }) => type === "return_carrier")).toBe(true);
  });

  test("that two use at once goes to one of them", async () => {
    const number = aNumber();
    const orders = await Promise.all(Array.from({ length: 4 }, () => aGraded({ guest_email: anEmail() })));
    const outcomes = await Promise.all(orders.map(async (order) => (await send(order, number)).outcome));
    expect(outcomes.sort()).toEqual(["number_taken", "number_taken", "number_taken", "returned"]);
  });
});

test("the page shows an order's address beside that of its owner's profile", async () => {
  const { id } = await addUser(sql);
  const order = await aGraded({
    user_id: id,
    guest_email: null,
    return_address: sql.json({ city: "Austin" }),
  });
  await sql`update profiles set city = 'Reno' where user_id = ${id}`;
  expect((await desk(order.batch_id)).orders).toMatchObject([
    { return_address: { city: "Austin" }, profile: { city: "Reno" } },
  ]);
  expect((await desk("BATCH-NOSUCH01-2345")).orders).toEqual([]);
});
