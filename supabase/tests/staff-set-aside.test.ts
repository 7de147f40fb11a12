import { addOrder, eventsOf, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import {
  call,
  connect,
  personClient,
  serverClient,
  tally,
  undone,
} from "../../sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

type Answer = { outcome: string; act_id: string };
const aside = (id: string, more: Record<string, unknown> = {}) =>
  acts.write<Answer>("staff_set_aside", { p_order_id: id, ...more });
const ask = (id: string, note: string) =>
  acts.write<Answer>("staff_note_set_aside", { p_order_id: id, p_note: note });
const end = (id: string) => acts.write<Answer>("staff_end_set_aside", { p_order_id: id });
const entryOf = async (id: string) => (await sql`select * from set_asides where order_id = ${id}`)[0];

test.each([
  [{ payment_status: "unpaid" }, "unpaid"],
  [{ payment_status: "pending" }, "unpaid"],
  [{ payment_status: "canceled" }, "canceled"],
  [{ payment_status: "canceled", refunded_cents: 100, total_paid: 250 }, "refunded"],
  [{ dispute_status: "needs_response" }, "disputed"],
  [{ dispute_status: "won" }, "other"],
  [{}, "other"],
] as const)("an order with %j is set aside as %s", async (columns, reason) => {
  const { id } = await addOrder(sql, columns);
  expect(await aside(id, { p_note: " wet ", p_shelf: "X-1", p_inbound_tracking: "1Z9" })).toMatchObject({
    outcome: "set_aside",
    order: { set_aside: { reason, note: "wet", set_aside_by: acts.member.email }, shelf_location: "X-1" },
  });
  expect(await storedOrder(sql, id)).toMatchObject({
    arrived_at: expect.any(Date),
    inbound_tracking: "1Z9",
    is_set_aside: true,
  });
  const events = await eventsOf(sql, id);
  expect(events.map(({ type, public: shown }) => [type, shown])).toEqual([
    ["arrived", true],
    ["inbound_tracking", false],
    ["set_aside", false],
  ]);
});

test("two at once set it aside once; the second is told of the first", async () => {
  const { id } = await addOrder(sql, { payment_status: "unpaid" });
  const outcomes = (await Promise.all([aside(id), aside(id), aside(id)])).map(({ outcome }) => outcome);
  expect(tally(outcomes)).toEqual({ set_aside: 1, already_set_aside: 2 });
  const ends = (await Promise.all([end(id), end(id)])).map(({ outcome }) => outcome);
  expect(tally(ends)).toEqual({ ended: 1, not_set_aside: 1 });
});

test("who was asked what is kept, each time on the timeline", async () => {
  const { id } = await addOrder(sql, { payment_status: "unpaid" });
  await aside(id);
  await ask(id, "asked the customer on Monday");
  await ask(id, " asked again on Friday ");
  expect(await entryOf(id)).toMatchObject({
    asked_note: "asked again on Friday",
    asked_by: acts.member.id,
    asked_at: expect.any(Date),
  });
  const asked = (await eventsOf(sql, id)).filter(({ type }) => type === "set_aside_asked");
  expect(asked.map(({ message, public: shown }) => [message, shown])).toEqual([
    ["asked the customer on Monday", false],
    ["asked again on Friday", false],
  ]);
  expect(await ask((await addOrder(sql)).id, "x")).toEqual({ outcome: "not_set_aside" });
});

test("the list's row says why it is set aside and when its customer was asked, until it is not", async () => {
  const { id } = await addOrder(sql, { payment_status: "unpaid" });
  const rows = async () =>
    (
      await sql`select row -> 'set_aside' as aside from jsonb_array_elements(private.staff_order_rows(array[${id}::uuid])) row`
    )[0]?.aside;
  expect(await rows()).toBeNull();
  await aside(id);
  expect(await rows()).toEqual({ reason: "unpaid", asked_at: null });
  await ask(id, "asked the customer on Monday");
  expect(await rows()).toEqual({ reason: "unpaid", asked_at: expect.stringMatching(/^\d{4}-/) });
  await end(id);
  expect(await rows()).toBeNull();
});

test("a count ends it; a form that was open before is told", async () => {
  const order = await addOrder(sql, { payment_status: "unpaid", num_cards: 10 });
  await aside(order.id);
  expect(await acts.checkIn(order.id, 10, { p_version: order.version })).toMatchObject({
    outcome: "conflict",
  });
  const counted = await acts.checkIn(order.id, 10);
  expect(counted).toMatchObject({ outcome: "received", order: { set_aside: null } });
  expect(await storedOrder(sql, order.id)).toMatchObject({ is_set_aside: false });
  await acts.undo(counted.act_id);
  expect(await storedOrder(sql, order.id)).toMatchObject({ is_set_aside: true, received_count: null });
});

describe("one press takes it back", () => {
  test("setting aside: nothing is left of it, and the customer reads no word of it", async () => {
    const { id } = await addOrder(sql, { payment_status: "unpaid" });
    const before = await acts.factsOf(id);
    const { act_id } = await aside(id, { p_note: "wet", p_shelf: "X-1", p_inbound_tracking: "1Z" });
    expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
    expect(await acts.factsOf(id)).toEqual(before);
    expect(await entryOf(id)).toBeUndefined();
    expect(JSON.stringify(await acts.shownTo(id))).not.toContain("set_aside");
  });

  test("what was noted, and taking it off: the entry is as it was", async () => {
    const { id } = await addOrder(sql, { payment_status: "unpaid" });
    await aside(id);
    await ask(id, "first");
    const before = await entryOf(id);
    const second = await ask(id, "second");
    await acts.undo(second.act_id);
    expect(await entryOf(id)).toEqual(before);
    const ended = await end(id);
    expect((await entryOf(id))?.ended_at).not.toBeNull();
    await acts.undo(ended.act_id);
    expect(await entryOf(id)).toEqual(before);
    expect(await storedOrder(sql, id)).toMatchObject({ is_set_aside: true });
  });

  test("not once more was noted", async () => {
    const { id } = await addOrder(sql, { payment_status: "unpaid" });
    const first = await aside(id);
    await ask(id, "asked");
    expect(await acts.undo(first.act_id)).toMatchObject([
      { outcome: "changed_since", event: { type: "set_aside_asked" } },
    ]);
  });

  test("of what was set aside a second time, the first entry", async () => {
    const { id } = await addOrder(sql, { payment_status: "unpaid" });
    await aside(id, { p_note: "first" });
    await end(id);
    const before = await entryOf(id);
    const { act_id } = await aside(id, { p_note: "second" });
    await acts.undo(act_id);
    expect(await entryOf(id)).toEqual(before);
  });
});

test("the list of the desk has them oldest first, by their index, without what was ended or deleted", () =>
  undone(sql, async (tx) => {
    const ids: string[] = [];
    for (const day of [3, 1, 2]) {
      const { id } = await addOrder(tx, { payment_status: "unpaid" });
      await tx`insert into set_asides (order_id, reason, set_aside_by, set_aside_at)
        values (${id}, 'unpaid', ${acts.member.id}, ${`2026-11-0${day}`})`;
      ids.push(id);
    }
    const [third, first, second] = ids;
    const open = async () =>
      (
        await tx`select order_id from set_asides
          where ended_at is null and order_id = any(${ids}) order by set_aside_at`
      ).map((row) => row.order_id);
    expect(await open()).toEqual([first, second, third]);
    await tx`update set_asides set ended_at = now(), ended_by = set_aside_by where order_id = ${String(second)}`;
    const listed = await tx`select order_id from order_admin where is_set_aside and order_id = any(${ids})`;
    expect(listed.map((row) => row.order_id).sort()).toEqual([first, third].sort());
    await tx`delete from set_asides where order_id = ${String(first)}`;
    expect(await tx`select 1 from order_admin where is_set_aside and order_id = any(${ids})`).toHaveLength(1);
    // With its order it goes, too.
    await tx`delete from grading_orders where id = ${String(third)}`;
    expect(await open()).toEqual([]);
  }));

test("the desk shows whose it is and what is paid by now", async () => {
  const { id } = await addOrder(sql, { payment_status: "unpaid", return_address: { full_name: "Casey" } });
  await aside(id, { p_note: "wet" });
  await sql`update set_asides set set_aside_at = '2001-01-01' where order_id = ${id}`;
  await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee where id = ${id}`;
  const { set_asides: rows } = await call<{ set_asides: Record<string, unknown>[] }>(
    personClient(acts.member.accessToken),
    "staff_receiving_desk",
    {},
  );
  expect(rows.find((row) => row.order_id === id)).toMatchObject({
    reason: "unpaid",
    payment_status: "paid",
    customer_name: "Casey",
    note: "wet",
    set_aside_by: acts.member.email,
  });
  await end(id);
});

test("nobody else writes it", async () => {
  const { id } = await addOrder(sql, { payment_status: "unpaid" });
  const args = { p_actor: id, p_order_id: id, p_note: "x" };
  for (const name of ["staff_set_aside", "staff_note_set_aside", "staff_end_set_aside"])
    await expect(call(serverClient(), name, args)).rejects.toThrow("42501");
});
