import { addReceived, GroupActs } from "../../sandbox/builders/grader-group";
import { aGuestKey, aMark } from "../../sandbox/builders/ids";
import { addOrder, type StoredOrder, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

const kindsOf = async (id: string) => (await acts.mailsOf(id)).map(({ kind }) => kind);
const send = (id: string) =>
  sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id} and sent_at is null`;
/** Makes what was said of an order a day old. */
const age = (id: string) =>
  sql`update outbox set created_at = now() - interval '25 hours' where payload ->> 'order_id' = ${id}`;
const arrive = (id: string) => acts.write("staff_record_arrival", { p_order_id: id });
const set = (id: string, submission_status: string) => acts.change(id, { submission_status }, "As it is");

describe("the package is here", () => {
  test("is one mail, which waits as long as it can be taken back, and goes with it", async () => {
    const { id } = await addOrder(sql);
    const { act_id } = await arrive(id);
    await arrive(id);
    expect(await acts.mailsOf(id)).toMatchObject([
      { kind: "order_arrived", due: false, payload: { order_id: id, act_id } },
    ]);
    await acts.undo(act_id);
    expect(await kindsOf(id)).toEqual([]);
  });

  test("is not said beside the count that follows at once, and stays said before a later one", async () => {
    const [quick, slow] = [await addOrder(sql), await addOrder(sql)];
    await arrive(quick.id);
    await acts.checkIn(quick.id, 10);
    expect(await kindsOf(quick.id)).toEqual(["check_in_receipt"]);
    await arrive(slow.id);
    await send(slow.id);
    await acts.checkIn(slow.id, 10);
    expect(await kindsOf(slow.id)).toEqual(["order_arrived", "check_in_receipt"]);
  });

  test("sent and taken back it is corrected, and said again when it comes", async () => {
    const { id } = await addOrder(sql);
    const { act_id } = await arrive(id);
    await send(id);
    await acts.undo(act_id);
    await arrive(id);
    expect(await kindsOf(id)).toEqual(["order_arrived", "correction", "order_arrived"]);
  });

  test.each([
    ["is not paid", { payment_status: "unpaid" }],
    ["has nobody to write to", { guest_email: null, guest_key: aGuestKey() }],
  ])("of an order that %s nothing is said", async (_, columns) => {
    const { id } = await addOrder(sql, columns);
    await arrive(id);
    expect(await kindsOf(id)).toEqual([]);
  });
});

describe("a group's way", () => {
  async function aGroup() {
    const orders = [await addReceived(sql), await addReceived(sql)] as [StoredOrder, StoredOrder];
    const group = await GroupActs.begin(acts);
    await group.add(orders);
    await group.close("SUB-9", 20);
    return { group, orders };
  }

  test("tells each owner once that it left, with its number, and once that the grades are in", async () => {
    const { group, orders } = await aGroup();
    const [{ id }, other] = orders;
    expect(await kindsOf(id)).toEqual([]);
    const { act_id } = await group.step("shipped");
    expect(await acts.mailsOf(id)).toMatchObject([
      { kind: "order_sent", due: false, payload: { facts: { number: "SUB-9" }, act_id } },
    ]);
    await group.step("grading");
    expect(await acts.mailsOf(id)).toMatchObject([{ kind: "order_sent", due: true }]);
    await group.step("graded");
    await group.step("back", { p_cards: 20 });
    expect(await kindsOf(id)).toEqual(["order_sent", "order_graded"]);
    expect(await kindsOf(other.id)).toEqual(["order_sent", "order_graded"]);
  });

  test("taken back before the mails left, nobody hears of it", async () => {
    const { group, orders } = await aGroup();
    const { act_id } = await group.step("shipped");
    await acts.undo(act_id);
    for (const { id } of orders) expect(await kindsOf(id)).toEqual([]);
  });

  test("a batch that is taken out of the box is not said to have left with it", async () => {
    const { group, orders } = await aGroup();
    await group.step("shipped");
    await group.takeOut(orders[0]);
    expect(await kindsOf(orders[0].id)).toEqual([]);
    expect(await kindsOf(orders[1].id)).toEqual(["order_sent"]);
  });
});

describe("the same again", () => {
  test("within a day says nothing; after it, or once it was taken back, it does", async () => {
    const { id } = await addReceived(sql);
    await set(id, "graded");
    await send(id);
    await set(id, "grading");
    await set(id, "graded");
    expect(await kindsOf(id)).toEqual(["order_graded"]);
    await set(id, "grading");
    await age(id);
    const { act_id } = await set(id, "graded");
    expect(await kindsOf(id)).toEqual(["order_graded", "order_graded"]);
    await send(id);
    await acts.undo(act_id);
    await set(id, "graded");
    expect(await kindsOf(id)).toEqual(["order_graded", "order_graded", "correction", "order_graded"]);
  });

  test("with another number it is news", async () => {
    const { id } = await addReceived(sql);
    await acts.change(id, { submission_status: "shipped", grading_submission_number: "SUB-1" });
    await send(id);
    await set(id, "received");
    await acts.change(id, { submission_status: "shipped", grading_submission_number: "SUB-2" });
    const told = await acts.mailsOf(id);
    expect(told.map(({ payload }) => payload.facts)).toEqual([{ number: "SUB-1" }, { number: "SUB-2" }]);
  });

  test("a step back by hand takes along what has not left and is no longer so", async () => {
    const { id } = await addReceived(sql, { submission_status: "graded" });
    const { version } = await storedOrder(sql, id);
    const args = { p_order_id: id, p_version: version, p_tracking_number: aMark(), p_carrier: "ups" };
    await acts.write("staff_return_order", args);
    expect(await kindsOf(id)).toContain("order_returned");
    await acts.change(id, { submission_status: "graded" }, "By mistake");
    expect(await kindsOf(id)).not.toContain("order_returned");
    const counted = await addOrder(sql);
    await acts.checkIn(counted.id, 10);
    expect(await kindsOf(counted.id)).toEqual(["check_in_receipt"]);
    await acts.change(counted.id, { submission_status: "pending" }, "By mistake");
    expect(await kindsOf(counted.id)).toEqual([]);
  });

  test("a parcel that is entered twice is told once", async () => {
    const { id } = await addReceived(sql, { submission_status: "graded" });
    const give = async (p_tracking_number: string) => {
      const { version } = await storedOrder(sql, id);
      const args = { p_order_id: id, p_version: version, p_tracking_number, p_carrier: "ups" };
      return acts.write("staff_return_order", args);
    };
    const number = aMark();
    await give(number);
    await send(id);
    await set(id, "graded");
    await give(number);
    const returned = (await kindsOf(id)).filter((kind) => kind === "order_returned");
    expect(returned).toEqual(["order_returned"]);
  });
});

test("straight to the way back, only that is said", async () => {
  const { id } = await addReceived(sql);
  await acts.change(id, { submission_status: "completed", tracking_number: aMark() });
  expect(await kindsOf(id)).toEqual(["order_returned"]);
});

describe("an order that is paid no more", () => {
  test.each<[string, (id: string) => Promise<unknown>]>([
    ["is canceled", (id) => sql`update grading_orders set payment_status = 'canceled' where id = ${id}`],
    ["staff set to unpaid", (id) => acts.change(id, { payment_status: "unpaid" }, "By mistake")],
  ])("that %s: what has not left yet is not sent", async (_, end) => {
    const [counted, graded, corrected] = [await aConfirmed(), await addReceived(sql), await addReceived(sql)];
    await acts.checkIn(counted.id, 10);
    await set(graded.id, "graded");
    const { act_id } = await set(corrected.id, "graded");
    await send(corrected.id);
    await acts.undo(act_id);
    const told = async () => [
      await kindsOf(counted.id),
      await kindsOf(graded.id),
      await kindsOf(corrected.id),
    ];
    expect(await told()).toEqual([
      ["order_confirmation", "check_in_receipt"],
      ["order_graded"],
      ["order_graded", "correction"],
    ]);
    for (const { id } of [counted, graded, corrected]) await end(id);
    expect(await told()).toEqual([[], [], ["order_graded"]]);
  });

  test("and is so again has its confirmation and receipt written again, but not those that were sent", async () => {
    const [untold, told] = [await aConfirmed(), await aConfirmed()];
    for (const { id } of [untold, told]) await acts.checkIn(id, 10);
    await send(told.id);
    for (const { id } of [untold, told]) {
      await acts.change(id, { payment_status: "unpaid" }, "By mistake");
      await acts.change(id, { payment_status: "paid" }, "It was paid after all");
    }
    expect(await acts.mailsOf(untold.id)).toMatchObject([
      { kind: "order_confirmation", due: true },
      { kind: "check_in_receipt", due: false, payload: { count: 10 } },
    ]);
    expect(await kindsOf(told.id)).toEqual(["order_confirmation", "check_in_receipt"]);
  });

  /** An order that was paid a moment ago, and its confirmation, which waits. */
  async function aConfirmed() {
    const order = await addOrder(sql, { paid_at: new Date() });
    await call(serverClient(), "enqueue_order_confirmation", { p_order_id: order.id });
    return order;
  }
});

describe("the cards left for their owner, as the order says", () => {
  const home = { submission_status: "completed" };

  test("is the mail of a parcel, once, whichever of step and number comes first", async () => {
    const [together, later, before] = [
      await addReceived(sql),
      await addReceived(sql),
      await addReceived(sql),
    ];
    await acts.change(together.id, { fulfillment_status: "complete", tracking_number: aMark() });
    await acts.change(later.id, home);
    expect(await kindsOf(later.id)).not.toContain("order_returned");
    await acts.change(later.id, { tracking_number: aMark() });
    await acts.change(before.id, { tracking_number: aMark() });
    expect(await kindsOf(before.id)).not.toContain("order_returned");
    const { act_id } = await acts.change(before.id, home);
    for (const { id } of [together, later, before]) {
      await acts.change(id, { note: "Beside the door" });
      expect((await kindsOf(id)).filter((kind) => kind === "order_returned")).toHaveLength(1);
    }
    await acts.undo(act_id);
    expect(await kindsOf(before.id)).not.toContain("order_returned");
  });

  test("not of what is delivered by then, nor where nobody is to be written to", async () => {
    const [there, unpaid] = [await addReceived(sql), await addReceived(sql, { payment_status: "unpaid" })];
    await acts.change(there.id, { submission_status: "delivered", tracking_number: aMark() });
    await acts.change(unpaid.id, { ...home, tracking_number: aMark() }, "Pays later");
    for (const { id } of [there, unpaid]) expect(await kindsOf(id)).not.toContain("order_returned");
  });

  test("another number within ten minutes is that of the mail that waits", async () => {
    const { id } = await addReceived(sql);
    await acts.change(id, { ...home, tracking_number: aMark() });
    await acts.change(id, { tracking_number: aMark() });
    expect((await kindsOf(id)).filter((kind) => kind === "order_returned")).toHaveLength(1);
  });
});
