import { addOnItsWay, answer, report } from "../../sandbox/builders/homeward";
import type { StoredOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient } from "../../sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

const cracked = "One slab is cracked at a corner.";

type Row = { id: string; problem: { waiting_since: string | null } | null };
const view = async (args: object = {}) => {
  type Page = { orders: Row[]; next_cursor: { at: string; id: string } | null; views: { problems: object } };
  const all = { p_view: "problems", ...args };
  return call<Page>(personClient(acts.member.accessToken), "staff_list_orders", all);
};

describe("the saved view", () => {
  test("has who waits longest first, what was answered behind, and what is settled not", async () => {
    const [first, second, answered, settled] = await Promise.all([0, 1, 2, 3].map(() => addOnItsWay(sql)));
    if (!first || !second || !answered || !settled) throw new Error("no orders");
    for (const order of [first, second, answered, settled]) await report(order, cracked);
    await answer(acts, sql, answered, "Which one?");
    await answer(acts, sql, settled, "Done.", true);
    // Before all that other files have reported.
    const long = async (order: StoredOrder, days: number) =>
      sql`update order_problems set waiting_since = now() - ${`${days} days`}::interval where order_id = ${order.id}`;
    await long(second, 4001);
    await long(first, 4000);
    const page = await view({ p_limit: 1 });
    expect(page.orders.map(({ id }) => id)).toEqual([second.id]);
    const cursor = { p_cursor_at: page.next_cursor?.at, p_cursor_id: page.next_cursor?.id };
    expect((await view({ p_limit: 1, ...cursor })).orders.map(({ id }) => id)).toEqual([first.id]);
    const all = (await view({ p_limit: 1000 })).orders;
    const place = (order: StoredOrder) => all.findIndex(({ id }) => id === order.id);
    expect(place(answered)).toBeGreaterThan(place(first));
    expect(all[place(answered)]?.problem).toMatchObject({ waiting_since: null });
    expect(place(settled)).toBe(-1);
    const found = await view({ p_search: String(second.batch_id) });
    expect(found.orders.map(({ id }) => id)).toEqual([second.id]);
    await sql`update order_problems set waiting_since = now() where order_id in (${first.id}, ${second.id})`;
  });
});
