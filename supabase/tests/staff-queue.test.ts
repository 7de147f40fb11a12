import { SAVED_VIEWS } from "@/lib/staff/labels";
import { LONGEST_FIRST } from "@/lib/staff/orders/list-order";
import { SORT_COLUMNS } from "@/lib/staff/orders/list-query";
import { aMark } from "../../sandbox/builders/ids";
import {
  addOrder,
  addOrders,
  type StaffMember,
  type StoredOrder,
  signUpStaff,
} from "../../sandbox/builders/rows";
import { call, connect, personClient, signedUp, undone } from "../../sandbox/builders/test-database";

/* What lies in the saved views of the staff's list, in which order, and what another order of it costs. */

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

type Cursor = { at: string; id: string } | null;
type Page = {
  orders: StoredOrder[];
  is_sorted: boolean | null;
  next_cursor: Cursor;
  previous_cursor: Cursor;
};
const list = (args: Record<string, unknown> = {}) =>
  call<Page>(personClient(member.accessToken), "staff_list_orders", args);
const at = (cursor: Cursor) => ({ p_cursor_at: cursor?.at, p_cursor_id: cursor?.id });
const ids = (page: Page) => page.orders.map((order) => order.id);

const HERE = { fulfillment_status: "grading", submission_status: "received", received_at: new Date() };
const NOW = "2026-11-27T12:00:00Z";

test("paid and never received begins after 21 days, the longest first, and ends with the package", async () => {
  const word = aMark();
  const paid = (paid_at: string) => addOrder(sql, { tracking_number: word, paid_at });
  const late = await paid("2026-11-06T11:59:59Z");
  const latest = await paid("2026-10-06T12:00:00Z");
  await paid("2026-11-06T12:00:00Z");
  const found = async () => ids(await list({ p_search: word, p_view: "never_received", p_now: NOW }));
  expect(await found()).toEqual([latest.id, late.id]);
  await sql`update grading_orders set arrived_at = now() where id = ${latest.id}`;
  expect(await found()).toEqual([late.id]);
});

test("received and not paid, a differing count, and what is to be reviewed", async () => {
  const word = aMark();
  const unpaid = { tracking_number: word, payment_status: "unpaid" };
  const here = await addOrder(sql, { ...unpaid, ...HERE, received_count: 10 });
  const unopened = await addOrder(sql, { ...unpaid, arrived_at: new Date() });
  const failed = await addOrder(sql, { ...unpaid, ...HERE, payment_status: "failed", received_count: 9 });
  await addOrder(sql, { ...unpaid, ...HERE, fulfillment_status: "complete", submission_status: "completed" });
  await addOrder(sql, unpaid);
  const short = await addOrder(sql, { tracking_number: word, ...HERE, received_count: 9 });
  const flagged = await addOrder(sql, { tracking_number: word, review_reason: "refund_failed" });
  await addOrder(sql, { tracking_number: word, dispute_status: "needs_response" });
  const found = async (p_view: string) => new Set(ids(await list({ p_search: word, p_view })));
  expect(await found("not_paid")).toEqual(new Set([here.id, unopened.id, failed.id]));
  expect(await found("count_differs")).toEqual(new Set([short.id, failed.id]));
  expect(await found("to_review")).toEqual(new Set([flagged.id]));
});

test("ready to send is what the grader's page would take", async () => {
  const word = aMark();
  const counted = { ...HERE, tracking_number: word, received_count: 10 };
  const first = await addOrder(sql, { ...counted, received_at: "2026-11-01T00:00:00Z" });
  const second = await addOrder(sql, counted);
  await addOrder(sql, { ...counted, received_count: 9 });
  await addOrder(sql, { ...counted, dispute_status: "needs_response" });
  await addOrder(sql, { ...counted, payment_status: "unpaid" });
  expect(ids(await list({ p_search: word, p_view: "ready_to_send" }))).toEqual([first.id, second.id]);
});

test("a submission status is a filter", async () => {
  const word = aMark();
  const graded = await addOrder(sql, { tracking_number: word, ...HERE, submission_status: "graded" });
  await addOrder(sql, { tracking_number: word, ...HERE });
  expect(ids(await list({ p_search: word, p_submission: "graded" }))).toEqual([graded.id]);
  expect(ids(await list({ p_search: word, p_submission: "graded", p_payment: "failed" }))).toEqual([]);
});

test("overdue is led by who waits longest, on each page and on the way back", () =>
  undone(sql, async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: member.id })}, true)`;
    const old = Date.UTC(1999, 0, 1);
    const rows = await addOrders(tx, null, 7, (n) => ({
      ...HERE,
      received_count: 10,
      received_at: new Date(old + Math.floor(n / 2) * 7 * 86_400_000),
    }));
    const place = new Map(rows.map(({ id }, n) => [id, Math.floor(n / 2)]));
    const page = async (cursor: Page["next_cursor"], isBackwards = false) => {
      const [row] = await tx<{ page: Page & { previous_cursor: Page["next_cursor"] } }[]>`
        select public.staff_list_orders(p_view => 'overdue', p_limit => 3, p_cursor_at => ${cursor?.at ?? null}::timestamptz,
          p_cursor_id => ${cursor?.id ?? null}::uuid, p_backwards => ${isBackwards}) as page`;
      if (!row) throw new Error("no page");
      return row.page;
    };
    const first = await page(null);
    const next = await page(first.next_cursor);
    const both = [...ids(first), ...ids(next)];
    expect(both.map((id) => place.get(id))).toEqual([0, 0, 1, 1, 2, 2]);
    expect(new Set(both).size).toBe(6);
    expect(ids(await page(next.previous_cursor, true))).toEqual(ids(first));
  }));

describe("another order of the list", () => {
  test("by each column, both ways, without a value last, in pages", async () => {
    const word = aMark();
    const person = await signedUp(sql);
    await sql`update profiles set full_name = 'Aaron' where user_id = ${person.id}`;
    const rows = [
      await addOrder(sql, {
        tracking_number: word,
        num_cards: 7,
        grading_fee: 175,
        total_paid: 175,
        guest_email: "m@x.test",
      }),
      await addOrder(sql, {
        tracking_number: word,
        num_cards: 30,
        grading_fee: 750,
        total_paid: 750,
        guest_email: "z@x.test",
        ...HERE,
      }),
      await addOrder(sql, {
        tracking_number: word,
        num_cards: 1,
        grading_fee: 25,
        total_paid: 25,
        user_id: person.id,
        user_email: person.email,
        fulfillment_status: "complete",
        submission_status: "delivered",
      }),
    ] as const;
    const sorted = async (p_sort: string, p_descending = false, more = {}) => {
      const page = await list({ p_search: word, p_sort, p_descending, ...more });
      expect(page).toMatchObject({ is_sorted: true, next_cursor: null });
      return ids(page).map((id) => rows.findIndex((row) => row.id === id));
    };
    expect(await sorted("cards")).toEqual([2, 0, 1]);
    expect(await sorted("total", true)).toEqual([1, 0, 2]);
    expect(await sorted("customer")).toEqual([2, 0, 1]);
    expect(await sorted("status")).toEqual([0, 1, 2]);
    expect((await sorted("waiting")).at(-1)).toBe(2);
    expect((await sorted("waiting", true)).at(-1)).toBe(2);
    for (const column of SORT_COLUMNS) expect((await sorted(column)).toSorted()).toEqual([0, 1, 2]);
    expect(await sorted("cards", false, { p_limit: 2 })).toEqual([2, 0]);
    expect(await sorted("cards", false, { p_limit: 2, p_offset: 2 })).toEqual([1]);
    expect(await sorted("cards", false, { p_offset: 5 })).toEqual([]);
  });

  test("a list of more than a thousand stays as it was, and says so", () =>
    undone(sql, async (tx) => {
      const ids = (await addOrders(tx, null, 1001)).map(({ id }) => id);
      await tx`insert into order_admin (order_id, review_reason)
        select id, 'refund_failed' from unnest(${ids}::uuid[]) id
        on conflict (order_id) do update set review_reason = excluded.review_reason`;
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: member.id })}, true)`;
      const [row] =
        await tx`select public.staff_list_orders(p_view => 'to_review', p_sort => 'cards', p_limit => 5) as page`;
      expect(row?.page).toMatchObject({ is_sorted: false, total: { count: 1000, is_more: true } });
      expect(row?.page.orders).toHaveLength(5);
      expect(row?.page.next_cursor).not.toBeNull();
    }));
});

test.each(["needs_check_in", "to_review", null])(
  "who waits longest is first in a view (%j), as all orders begin with the newest, both ways through the pages",
  async (p_view) => {
    const word = aMark();
    const rows = await addOrders(sql, null, 5, (n) => ({
      tracking_number: word,
      submitted_at: new Date(Date.UTC(2026, 5, 1) + n),
      ...(p_view === "to_review" ? { review_reason: "refund_failed" } : {}),
    }));
    const oldest = rows.map(({ id }) => id);
    const expected = p_view ? oldest : oldest.toReversed();
    const args = { p_search: word, p_view, p_limit: 2 };
    const first = await list(args);
    const second = await list({ ...args, ...at(first.next_cursor) });
    expect([...ids(first), ...ids(second)]).toEqual(expected.slice(0, 4));
    expect(ids(await list({ ...args, p_backwards: true, ...at(second.previous_cursor) }))).toEqual(
      ids(first),
    );
    const opened = { p_order_id: expected[2], p_is_of_list: true, p_search: word, p_view };
    expect(await call(personClient(member.accessToken), "staff_get_order_page", opened)).toMatchObject({
      neighbours: { previous_id: expected[1], next_id: expected[3] },
    });
  },
);

test("the screens say of each view the order in which the database has it", async () => {
  for (const view of SAVED_VIEWS) {
    const [row] = await sql`select private.staff_view_place(${view}) as place`;
    expect([view, LONGEST_FIRST[view].place]).toEqual([view, row?.place]);
  }
});
