import { addOrder, eventsOf, storedOrder } from "../../sandbox/builders/rows";
import { expectSomebodyWaits } from "../../sandbox/builders/sql-functions";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect, tally } from "../../sandbox/builders/test-database";

/* What the desk does to one package leaves every other one as it is, and two people at one package do it once. */

const sql = connect(6);
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

type Answer = { outcome: string; change_id?: string; package?: { id: string; version: number } };
const box = async (id: string, count: number, changes: Record<string, unknown> = {}) => {
  const { version } = await storedOrder(sql, id);
  return acts.write<Answer>("staff_count_box", {
    ...{ p_order_id: id, p_version: version, p_count: count, p_condition: "ok" },
    ...changes,
  });
};
const boxesOf = async (id: string) =>
  (await sql`select box_counts from order_admin where order_id = ${id}`)[0]?.box_counts;

describe("a box of several", () => {
  test("is one order's alone, with its condition and an event about it", async () => {
    const [order, other] = [await addOrder(sql), await addOrder(sql)];
    const before = await storedOrder(sql, other.id);
    await box(order.id, 4, { p_condition: "damaged_outside" });
    expect((await box(order.id, 5)).outcome).toBe("box_counted");
    expect(await storedOrder(sql, order.id)).toMatchObject({ package_condition: "damaged_outside" });
    expect(await storedOrder(sql, other.id)).toEqual(before);
    const conditions = (await eventsOf(sql, order.id)).filter(({ type }) => type === "package_condition");
    expect(conditions).toMatchObject([{ to_value: "damaged_outside", public: true }]);
    const ok = await addOrder(sql);
    await box(ok.id, 4);
    expect(await storedOrder(sql, ok.id)).toMatchObject({ package_condition: null });
  });

  test("damage that stands there is not told again with a recount", async () => {
    const { id } = await addOrder(sql);
    for (const p_is_recount of [false, true])
      await acts.checkIn(id, 10, { p_condition: "damaged_outside", p_is_recount });
    expect((await eventsOf(sql, id)).filter(({ type }) => type === "package_condition")).toHaveLength(1);
  });

  test("is counted once by two who press at once", async () => {
    const { id, version } = await addOrder(sql);
    const outcomes = await Promise.all([1, 2, 3].map(() => box(id, 4, { p_version: version })));
    expect(tally(outcomes.map(({ outcome }) => outcome))).toEqual({ box_counted: 1, conflict: 2 });
    expect(await boxesOf(id)).toEqual([4]);
  });

  test("waits for who has its order, and then meets what he has changed", async () => {
    const { id } = await addOrder(sql);
    let counted: Promise<Answer> | undefined;
    await sql.begin(async (tx) => {
      await tx`update grading_orders set notes = 'for you' where id = ${id}`;
      counted = box(id, 4);
      await expectSomebodyWaits(tx);
    });
    expect((await counted)?.outcome).toBe("conflict");
    expect(await boxesOf(id)).toBeUndefined();
  });

  test("is one of so many as its own order has, and no other order's mail", async () => {
    const other = await addOrder(sql, { arrived_at: new Date() });
    await sql`insert into order_admin (order_id, box_counts) values (${other.id}, '{7}')
      on conflict (order_id) do update set box_counts = excluded.box_counts`;
    const { id } = await addOrder(sql);
    await sql`insert into order_admin (order_id, paid_extras) values (${id}, 3)
      on conflict (order_id) do update set paid_extras = excluded.paid_extras`;
    await box(id, 4);
    const { message } = (await eventsOf(sql, id)).find(({ type }) => type === "box_counted") ?? {};
    expect(message).toBe("We counted 4 of 13. We wait for the rest.");
    expect((await acts.mailsOf(id)).map(({ kind }) => kind)).toEqual(["order_arrived"]);
    expect(await acts.mailsOf(other.id)).toEqual([]);
  });

  test("goes up to 9,999 cards in all", async () => {
    const { id } = await addOrder(sql);
    await box(id, 5_000);
    expect((await box(id, 5_000)).outcome).toBe("too_many");
    expect((await box(id, 4_999)).outcome).toBe("box_counted");
  });

  test("of a batch that was refunded is counted, also where its customer had asked for that", async () => {
    const asked = { payment_status: "canceled" as const, cancel_requested_at: new Date() };
    expect((await box((await addOrder(sql, asked)).id, 4)).outcome).toBe("box_counted");
  });
});

test("a batch that was refunded is counted to its end, too, though its customer had asked for that, up to 9,999 cards", async () => {
  const asked = { payment_status: "canceled" as const, cancel_requested_at: new Date() };
  const { id } = await addOrder(sql, asked);
  expect((await acts.checkIn(id, 10_000)).outcome).toBe("too_many");
  expect((await acts.checkIn(id, 9_999)).outcome).toBe("received");
});

test("a recount is not stopped by a request to cancel, which comes too late", async () => {
  const { id } = await addOrder(sql);
  await acts.checkIn(id, 10);
  await sql`update grading_orders set cancel_requested_at = now() where id = ${id}`;
  expect((await acts.checkIn(id, 9, { p_is_recount: true })).outcome).toBe("recounted");
});

describe("a package that is set aside", () => {
  const aside = async () => {
    const { id } = await addOrder(sql, { payment_status: "unpaid" });
    await acts.write("staff_set_aside", { p_order_id: id, p_note: "left at the door" });
    return id;
  };
  const note = (id: string, p_note: string) =>
    acts.write<Answer>("staff_note_set_aside", { p_order_id: id, p_note });
  const end = (id: string) => acts.write<Answer>("staff_end_set_aside", { p_order_id: id });
  const noteOf = async (id: string) =>
    (await sql`select asked_note, ended_at from set_asides where order_id = ${id}`)[0];

  test("raises the version of its own order, and of no other", async () => {
    const other = await addOrder(sql, { payment_status: "unpaid" });
    const { id, version } = await addOrder(sql, { payment_status: "unpaid" });
    await acts.write("staff_set_aside", { p_order_id: id });
    expect((await storedOrder(sql, id)).version).toBeGreaterThan(version);
    expect((await storedOrder(sql, other.id)).version).toBe(other.version);
  });

  test("is noted and ended by itself, and not once it has ended", async () => {
    const [one, other] = [await aside(), await aside()];
    expect((await note(one, "asked Jane")).outcome).toBe("noted");
    expect(await noteOf(other)).toEqual({ asked_note: null, ended_at: null });
    expect((await end(one)).outcome).toBe("ended");
    expect((await note(one, "again")).outcome).toBe("not_set_aside");
    expect((await end(one)).outcome).toBe("not_set_aside");
    expect(await noteOf(other)).toEqual({ asked_note: null, ended_at: null });
    const nobody = "00000000-0000-4000-8000-00000000dead";
    expect((await note(nobody, "x")).outcome).toBe("not_set_aside");
    expect((await end(nobody)).outcome).toBe("not_set_aside");
  });

  test("is ended once by two who press at once", async () => {
    const id = await aside();
    const outcomes = await Promise.all([end(id), end(id), end(id)]);
    expect(tally(outcomes.map(({ outcome }) => outcome))).toEqual({ ended: 1, not_set_aside: 2 });
  });
});

describe("a package without a batch", () => {
  const keep = async (p_sender: string) => {
    const answer = await acts.write<Answer>("staff_add_package", { p_sender });
    return answer.package ?? { id: "", version: 0 };
  };
  const change = (pack: { id: string; version: number }, facts: Record<string, unknown>) =>
    acts.write<Answer>("staff_change_package", { p_package_id: pack.id, p_version: pack.version, ...facts });
  const remove = (pack: { id: string; version: number }) =>
    acts.write<Answer>("staff_delete_package", { p_package_id: pack.id, p_version: pack.version });
  const undo = (change_id = "") => acts.write<Answer>("staff_undo_package", { p_change_id: change_id });

  test("that was deleted is not changed", async () => {
    const pack = await keep("Jo");
    await remove(pack);
    const again = { ...pack, version: pack.version + 1 };
    expect((await change(again, { p_sender: "Joe" })).outcome).toBe("not_found");
  });

  test("is deleted once by two who press at once", async () => {
    const pack = await keep("Jo");
    const outcomes = (await Promise.all([remove(pack), remove(pack), remove(pack)])).map(
      ({ outcome }) => outcome,
    );
    expect(outcomes.filter((outcome) => outcome === "deleted")).toHaveLength(1);
    expect(await sql`select 1 from package_changes where package_id = ${pack.id}`).toHaveLength(1);
  });

  test("is restored unless the same was changed since, whatever became of others", async () => {
    const [pack, other] = [await keep("Jo"), await keep("Ann")];
    const first = await change(pack, { p_sender: "Joe" });
    await change(other, { p_sender: "Anna" });
    expect((await undo(first.change_id)).outcome).toBe("undone");

    const third = await change({ ...pack, version: pack.version + 2 }, { p_sender: "Joey" });
    const fourth = await change({ ...pack, version: pack.version + 3 }, { p_sender: "Jo" });
    const fifth = await change({ ...pack, version: pack.version + 4 }, { p_sender: "Joey" });
    // The same stands there again, but it was not left as it is.
    expect([third.outcome, fourth.outcome, fifth.outcome]).toEqual(["changed", "changed", "changed"]);
    expect((await undo(third.change_id)).outcome).toBe("changed_since");
    await sql`update packages set sender = 'by hand' where id = ${pack.id}`;
    expect((await undo(fifth.change_id)).outcome).toBe("changed_since");
  });
});
