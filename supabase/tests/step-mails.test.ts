import { addReceived, GroupActs } from "../../sandbox/builders/grader-group";
import { aGuestKey, aMark } from "../../sandbox/builders/ids";
import { addOrder, type StoredOrder, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect } from "../../sandbox/builders/test-database";

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
const setBackQuietly = async (id: string, submission_status: string) => {
  const { version } = await storedOrder(sql, id);
  const args = { p_order_id: id, p_version: version, p_changes: { submission_status }, p_reason: "As it is" };
  return acts.write("staff_update_order", { ...args, p_tracking_hash: "a".repeat(64), p_is_quiet: true });
};

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

describe("the package of a canceled batch is here", () => {
  const canceled = {
    payment_status: "canceled",
    paid_at: new Date(),
    total_paid: 250,
    refunded_cents: 25_000,
  };

  test.each<[string, (id: string) => Promise<{ act_id: string }>]>([
    ["arrived", arrive],
    ["was set aside", (id) => acts.write("staff_set_aside", { p_order_id: id })],
  ])(
    "that it %s is one mail, which waits as long as it can be taken back, and goes with it",
    async (_, come) => {
      const { id } = await addOrder(sql, canceled);
      const { act_id } = await come(id);
      expect(await acts.mailsOf(id)).toMatchObject([
        { kind: "canceled_arrived", due: false, payload: { order_id: id, act_id } },
      ]);
      await acts.undo(act_id);
      expect(await kindsOf(id)).toEqual([]);
    },
  );

  test("sent and taken back it is corrected; and of one that is paid again it is not said", async () => {
    const [told, paid] = [await addOrder(sql, canceled), await addOrder(sql, canceled)];
    const { act_id } = await arrive(told.id);
    await send(told.id);
    await acts.undo(act_id);
    expect(await kindsOf(told.id)).toEqual(["canceled_arrived", "correction"]);
    await arrive(paid.id);
    await sql`update grading_orders set payment_status = 'paid', refunded_cents = 0 where id = ${paid.id}`;
    expect(await kindsOf(paid.id)).not.toContain("canceled_arrived");
  });

  test("is not said of one that went back before the mail left: that it did is", async () => {
    const { id } = await addOrder(sql, canceled);
    await arrive(id);
    await acts.change(id, { submission_status: "completed" }, "It went back");
    expect(await kindsOf(id)).toEqual(["order_returned"]);
  });

  test("of one that nobody has paid nothing is said", async () => {
    const { id } = await addOrder(sql, { payment_status: "canceled", paid_at: null });
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

  test("one that is taken out after it was said is corrected, and told again when it leaves", async () => {
    const { group, orders } = await aGroup();
    const [{ id }, other] = orders;
    await group.step("shipped");
    await send(id);
    await group.takeOut(orders[0]);
    const told = (await acts.mailsOf(id)).map(({ kind, payload }) => [kind, payload.facts]);
    expect(told).toEqual([
      ["order_sent", { number: "SUB-9" }],
      ["correction", ["submission_status", "grading_submission_number"]],
    ]);
    expect(await kindsOf(other.id)).toEqual(["order_sent"]);
    await acts.change(id, { submission_status: "shipped", grading_submission_number: "SUB-9" }, "As it is");
    expect(await kindsOf(id)).toEqual(["order_sent", "correction", "order_sent"]);
  });
});

describe("the same again", () => {
  test("within a day says nothing; after it, or once it was taken back, it does", async () => {
    const { id } = await addReceived(sql);
    await set(id, "graded");
    await send(id);
    await setBackQuietly(id, "grading");
    await set(id, "graded");
    expect(await kindsOf(id)).toEqual(["order_graded"]);
    await setBackQuietly(id, "grading");
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
    expect(told.map(({ kind, payload }) => [kind, payload.facts])).toEqual([
      ["order_sent", { number: "SUB-1" }],
      ["correction", ["submission_status"]],
      ["order_sent", { number: "SUB-2" }],
    ]);
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

  test("a parcel that is entered twice is told once where it was not said to be here again", async () => {
    const { id } = await addReceived(sql, { submission_status: "graded" });
    const give = async (p_tracking_number: string) => {
      const { version } = await storedOrder(sql, id);
      const args = { p_order_id: id, p_version: version, p_tracking_number, p_carrier: "ups" };
      return acts.write("staff_return_order", args);
    };
    const number = aMark();
    await give(number);
    await send(id);
    await setBackQuietly(id, "graded");
    await give(number);
    expect(await kindsOf(id)).toEqual(["order_returned"]);
    await set(id, "graded");
    await give(number);
    expect(await kindsOf(id)).toEqual(["order_returned", "correction", "order_returned"]);
  });
});

test("straight to the way back, only that is said", async () => {
  const { id } = await addReceived(sql);
  await acts.change(id, { submission_status: "completed", tracking_number: aMark() }, "Ungraded");
  expect(await kindsOf(id)).toEqual(["order_returned"]);
});
