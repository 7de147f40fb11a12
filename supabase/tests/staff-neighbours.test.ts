import { aMark } from "../../sandbox/builders/ids";
import { addOrder, addOrders, type StaffMember, signUpStaff } from "../../sandbox/builders/rows";
import { call, connect, personClient } from "../../sandbox/builders/test-database";

/* Whoever opens an order from a list goes on to the next one there, without the list. */

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

type Args = Record<string, unknown>;
const read = <Answer>(name: string, args: Args) => call<Answer>(personClient(member.accessToken), name, args);
const listed = async (args: Args) =>
  (await read<{ orders: { id: string }[] }>("staff_list_orders", args)).orders.map(({ id }) => id);
type Neighbours = { previous_id: string | null; next_id: string | null };
const around = async (id: string | undefined, args: Args = {}) =>
  (await read<{ neighbours: Neighbours | null }>("staff_get_order_page", { p_order_id: id, ...args }))
    .neighbours;

/** Walks a list both ways from each of its orders and answers what stands on both sides of each. */
async function expectWalk(args: Args, ids: (string | undefined)[]) {
  expect(await listed(args)).toEqual(ids);
  for (const [nth, id] of ids.entries()) {
    const expected = { previous_id: ids[nth - 1] ?? null, next_id: ids[nth + 1] ?? null };
    expect(await around(id, { p_is_of_list: true, ...args })).toEqual(expected);
  }
}

const paidOn = (word: string, days: number[]) =>
  addOrders(sql, null, days.length, (n) => ({
    tracking_number: word,
    paid_at: new Date(Date.UTC(2026, 4, days[n])),
    submitted_at: new Date(Date.UTC(2026, 4, 1, n)),
    num_cards: 10 - n,
    total_paid: 250,
  }));

test("the newest first, as a search finds them, and no other's", async () => {
  const word = aMark();
  const rows = await paidOn(word, [1, 2, 3]);
  await addOrder(sql, { tracking_number: aMark() });
  await expectWalk({ p_search: word }, rows.map(({ id }) => id).reverse());
  await expectWalk({ p_search: word, p_payment: "failed" }, []);
});

test("in a saved view what waits longest first", async () => {
  const word = aMark();
  const [one, two, three] = await paidOn(word, [5, 9, 2]);
  await expectWalk({ p_search: word, p_view: "never_received" }, [three?.id, one?.id, two?.id]);
});

test("in the order of a column, either way", async () => {
  const word = aMark();
  const [one, two, three] = await paidOn(word, [1, 2, 3]);
  const sorted = { p_search: word, p_sort: "cards" };
  await expectWalk(sorted, [three?.id, two?.id, one?.id]);
  await expectWalk({ ...sorted, p_descending: true }, [one?.id, two?.id, three?.id]);
});

test("what has left the list has still those around its place; where nothing tells its place, it goes on with the first", async () => {
  const word = aMark();
  const [one, two, three] = await paidOn(word, [1, 2, 3]);
  const view = { p_is_of_list: true, p_search: word, p_view: "never_received" };
  await sql`update grading_orders set arrived_at = now() where id = ${two?.id ?? ""}`;
  expect(await around(two?.id, view)).toEqual({ previous_id: one?.id, next_id: three?.id });
  const first = { previous_id: null, next_id: three?.id };
  expect(await around(two?.id, { ...view, p_sort: "cards" })).toEqual(first);
  expect(await around(two?.id, { ...view, p_view: "late_home" })).toEqual({
    previous_id: null,
    next_id: null,
  });
});

test("who answers one after another of what waits is led to what is left, the longest first", async () => {
  const word = aMark();
  const rows = await paidOn(word, [1, 2, 3]);
  const view = { p_is_of_list: true, p_search: word, p_view: "cancel_requested" };
  for (const [nth, row] of rows.entries()) {
    const asked = new Date(Date.UTC(2026, 4, 20 - nth));
    await sql`update grading_orders set cancel_requested_at = ${asked} where id = ${row.id}`;
  }
  const [one, two, three] = rows;
  await sql`update grading_orders set cancel_requested_at = null where id = ${two?.id ?? ""}`;
  expect(await around(two?.id, view)).toEqual({ previous_id: null, next_id: three?.id });
  await sql`update grading_orders set cancel_requested_at = null where id = ${three?.id ?? ""}`;
  expect(await around(three?.id, view)).toEqual({ previous_id: null, next_id: one?.id });
});

test("outside of a list there are none", async () => {
  const { id } = await addOrder(sql, {});
  expect(await around(id)).toBeNull();
});
