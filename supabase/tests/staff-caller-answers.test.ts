import { aMark } from "../../sandbox/builders/ids";
import { addOrder, addOrders, type StoredOrder } from "../../sandbox/builders/rows";
import { addSecretEvents } from "../../sandbox/builders/secret-events";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient, undone } from "../../sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

type Told = { type: string; to: string | null } | null;
type Page = {
  orders: StoredOrder[];
  answers: { id: string; told: Told }[];
  open_group: number | null;
  next_cursor: { at: string; id: string } | null;
};
const list = (args: Record<string, unknown>) =>
  call<Page>(personClient(acts.member.accessToken), "staff_list_orders", args);
const found = (mark: string, count: number) =>
  addOrders(sql, null, count, { grading_submission_number: mark });
/** What the customer of an order was told last, as its page answers it; undefined: the page answers nothing. */
const toldOf = async ({ batch_id }: StoredOrder): Promise<Told | undefined> =>
  (await list({ p_search: batch_id })).answers[0]?.told;

describe("what few orders of a search were told last", () => {
  test("is answered of three at most, in the order of the list, and of a search alone", async () => {
    const mark = aMark();
    await found(mark, 3);
    const page = await list({ p_search: mark });
    expect(page.answers.map(({ id }) => id)).toEqual(page.orders.map(({ id }) => id));
    expect(page.answers).toHaveLength(3);
    expect((await list({ p_search: mark, p_sort: "batch" })).answers).toHaveLength(3);
    expect((await list({ p_search: mark, p_with_counts: false })).answers).toEqual([]);
    const first = await list({ p_search: mark, p_limit: 2 });
    expect(first.answers).toEqual([]);
    const cursor = { p_cursor_at: first.next_cursor?.at, p_cursor_id: first.next_cursor?.id };
    expect(await list({ p_search: mark, p_limit: 2, ...cursor })).toMatchObject({ answers: [] });
    await found(mark, 1);
    expect((await list({ p_search: mark })).answers).toEqual([]);
    expect((await list({ p_search: " ,; " })).answers).toEqual([]);
    expect((await list({ p_limit: 1 })).answers).toEqual([]);
  });

  test("is what the customer reads, never what staff alone do", async () => {
    const order = await addOrder(sql, { payment_status: "unpaid", total_paid: null, paid_at: null });
    expect(await toldOf(order)).toBeNull();
    await addSecretEvents(sql, order.id);
    expect(await toldOf(order)).toBeNull();
    await sql`update grading_orders set payment_status = 'paid', total_paid = grading_fee, paid_at = now() where id = ${order.id}`;
    expect(await toldOf(order)).toMatchObject({ type: "payment_status", to: "paid" });
    await acts.change(order.id, { note: "secret", shelf_location: "A-9" });
    expect(await toldOf(order)).toMatchObject({ type: "payment_status", to: "paid" });
  });

  test("is that of no other order, and without what was taken back at once", async () => {
    const [order, other] = [await addOrder(sql), await addOrder(sql)];
    await acts.checkIn(other.id, 10);
    expect(await toldOf(order)).toBeNull();
    const { act_id: act } = await acts.checkIn(order.id, 10);
    expect(await toldOf(order)).not.toBeNull();
    await acts.age(act);
    await acts.undo(act, { p_reason: "Another batch" });
    expect(await toldOf(order)).toMatchObject({ type: "undone" });
    expect(await toldOf(other)).toMatchObject({ type: expect.not.stringMatching("undone") });
  });
});

test("the group that batches go into is named while there is one, not where there is none or a choice", () =>
  undone(sql, async (tx) => {
    // The groups of other files come and go meanwhile.
    await tx`lock table grader_groups in exclusive mode`;
    const named = async () => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: acts.member.id })}, true)`;
      const [row] = await tx<{ page: Page }[]>`select public.staff_list_orders(p_limit => 1) as page`;
      return row?.page.open_group;
    };
    await tx`update grader_groups set step = 'closed', submission_number = '1', declared_cards = 0 where step = 'open'`;
    expect(await named()).toBeNull();
    const open = async () => {
      const [row] = await tx<{ id: string }[]>`insert into grader_groups (grader, opened_by)
        values ('PSA', ${acts.member.id}) returning id`;
      return Number(row?.id);
    };
    const id = await open();
    expect(await named()).toBe(id);
    await open();
    expect(await named()).toBeNull();
  }));
