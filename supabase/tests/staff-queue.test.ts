import { randomUUID } from "node:crypto";
import { SORT_COLUMNS } from "@/lib/staff/orders/list-query";
import { aPaymentIntentId, uniqueToken } from "../../sandbox/builders/ids";
import {
  addException,
  addOrder,
  addOrders,
  addQueuedMail,
  type StaffMember,
  type StoredOrder,
  signUpStaff,
} from "../../sandbox/builders/rows";
import {
  addSignedInPerson,
  call,
  connect,
  personClient,
  withRollback,
} from "../../sandbox/builders/test-database";

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

type Cursor = { at: string; id: string };
type Page = {
  orders: StoredOrder[];
  is_sorted: boolean | null;
  next_cursor: Cursor | null;
  previous_cursor: Cursor | null;
  total: { count: number; is_more: boolean } | null;
  views: Record<string, { count: number; is_more: boolean }> | null;
};
const list = (args: Record<string, unknown> = {}) =>
  call<Page>(personClient(member.accessToken), "staff_list_orders", args);
const ids = (page: Page) => page.orders.map((order) => order.id);

const HERE = { fulfillment_status: "grading", submission_status: "received", received_at: new Date() };

test("lists overdue orders longest overdue first, and in reverse", () =>
  withRollback(sql, async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: member.id })}, true)`;
    const old = Date.UTC(1999, 0, 1);
    const rows = await addOrders(tx, null, 7, (n) => ({
      ...HERE,
      received_count: 10,
      received_at: new Date(old + Math.floor(n / 2) * 7 * 86_400_000),
    }));
    const place = new Map(rows.map(({ id }, n) => [id, Math.floor(n / 2)]));
    const page = async (cursor: Page["next_cursor"], isBackwards = false) => {
      const [row] = await tx<{ page: Page }[]>`
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

test("sorts by each column in both directions with empty values last", async () => {
  const word = uniqueToken();
  const priced = (num_cards: number) => {
    const price = num_cards * 25;
    return { tracking_number: word, num_cards, grading_fee: price, total_paid: price };
  };
  const home = { fulfillment_status: "complete", submission_status: "delivered" };
  const rows = [
    await addOrder(sql, { ...priced(7), guest_email: "m@x.test" }),
    await addOrder(sql, { ...priced(30), guest_email: "z@x.test", ...HERE }),
    await addOrder(sql, { ...priced(1), ...home, guest_email: "a@x.test" }),
  ] as const;
  const sorted = async (p_sort: string, p_descending = false, more = {}) => {
    const page = await list({ p_search: word, p_sort, p_descending, ...more });
    expect(page).toMatchObject({ is_sorted: true, next_cursor: null });
    return ids(page).map((id) => rows.findIndex((row) => row.id === id));
  };
  expect(await sorted("cards")).toEqual([2, 0, 1]);
  expect(await sorted("total", true)).toEqual([1, 0, 2]);
  expect(await sorted("customer")).toEqual([2, 0, 1]);
  expect((await sorted("waiting")).at(-1)).toBe(2);
  for (const column of SORT_COLUMNS) expect((await sorted(column)).toSorted()).toEqual([0, 1, 2]);
  expect(await sorted("cards", false, { p_limit: 2, p_offset: 2 })).toEqual([1]);
});

test("doesn't sort more than 1,000 orders and reports that", () =>
  withRollback(sql, async (tx) => {
    const ids = (await addOrders(tx, null, 1001)).map(({ id }) => id);
    await tx`insert into order_admin (order_id, review_reason)
    select id, 'refund_failed' from unnest(${ids}::uuid[]) id
    on conflict (order_id) do update set review_reason = excluded.review_reason`;
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: member.id })}, true)`;
    const [row] =
      await tx`select public.staff_list_orders(p_view => 'money_to_review', p_sort => 'cards', p_limit => 5) as page`;
    expect(row?.page).toMatchObject({ is_sorted: false, total: { count: 1000, is_more: true } });
    expect(row?.page.orders).toHaveLength(5);
    expect(row?.page.next_cursor).not.toBeNull();
  }));

describe("staff lists", () => {
  const at = (cursor: Cursor) => ({ p_cursor_at: cursor.at, p_cursor_id: cursor.id });
  describe("pages", () => {
    test("shows each order once in both directions while orders are added", async () => {
      const word = uniqueToken();
      const start = Date.UTC(2026, 5, 1);
      // Three orders share each timestamp, so the ID decides their order.
      const rows = await addOrders(sql, null, 23, (n) => ({
        tracking_number: word,
        submitted_at: new Date(start + Math.floor(n / 3) * 1000),
      }));
      const pages = [await list({ p_search: word, p_limit: 5 })];
      for (let page = pages[0]; page?.next_cursor; page = pages.at(-1)) {
        await addOrder(sql, { tracking_number: word, submitted_at: new Date(start + 86_400_000) });
        pages.push(await list({ p_search: word, p_limit: 5, ...at(page.next_cursor) }));
      }
      const seen = pages.flatMap(ids);
      expect(seen).toHaveLength(23);
      expect(new Set(seen)).toEqual(new Set(rows.map((row) => row.id)));
      expect(pages[0]?.previous_cursor).toBeNull();
      expect(pages[0]?.total).toEqual({ count: 23, is_more: false });

      let page = pages.at(-1) as Page;
      const back = [ids(page)];
      while (page.previous_cursor && back.length < 20) {
        page = await list({ p_search: word, p_limit: 5, p_backwards: true, ...at(page.previous_cursor) });
        back.unshift(ids(page));
      }
      // New orders changed only the first page.
      expect(back.slice(-pages.length + 1).flat()).toEqual(pages.slice(1).flatMap(ids));
      expect(back[0]).toHaveLength(5);
      expect(page.previous_cursor).toBeNull();
    });
  });

  test("counts the orders of each view", async () => {
    await withRollback(sql, async (tx) => {
      // A snapshot, because other test files change orders at the same time.
      await tx`set transaction isolation level repeatable read`;
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: member.id })}, true)`;
      const count = async () => {
        const [row] = await tx<{ page: Page }[]>`select public.staff_list_orders() as page`;
        return Object.entries(row?.page.views ?? {}).map(([view, { count: n }]) => [view, n] as const);
      };
      const before = await count();
      const here = { received_at: "2026-01-05T00:00:00Z", received_count: 10 };
      await addOrder(tx);
      await addOrders(tx, null, 2, { ...HERE, ...here, submission_status: "grading" });
      await addOrders(tx, null, 3, { ...HERE, ...here, submission_status: "graded" });
      await addOrder(tx, { review_reason: "paid_after_canceled" });
      const staff = { waiting_on_us: 1, money_to_review: 1 };
      const added: Record<string, number> = {
        to_check_in: 2,
        at_grader: 2,
        to_return: 3,
        overdue: 5,
        ...staff,
      };
      const expected = before.map(([view, n]) => [view, Math.min(n + (added[view] ?? 0), 1000)]);
      expect(await count()).toEqual(expected);
    });
  });

  test("returns an order's staff page and the reconciliation lists", async () => {
    const person = await addSignedInPerson(sql);
    const api = personClient(member.accessToken);
    const owner = { user_id: person.id, user_email: person.email };
    const order = await addOrder(sql, { ...owner, stripe_payment_intent_id: null });
    expect(await call(api, "staff_get_order_page", { p_order_id: order.id })).toMatchObject({
      order: { id: order.id, email: person.email },
      profile: { user_id: person.id },
      account_email: person.email,
      events: [{ type: "created", order_version: 1 }],
      exceptions: [],
      refunds: [],
    });
    expect(await call(api, "staff_get_order_page", { p_order_id: randomUUID() })).toBeNull();

    const stripe_payment_intent_id = aPaymentIntentId();
    const unpaid = await addOrder(sql, { payment_status: "unpaid", stripe_payment_intent_id });
    await addException(sql, { order_id: order.id, detail: { amount_cents: 5 } });
    const payload = { order_id: order.id };
    await addQueuedMail(sql, { kind: "order_confirmation", payload, failed_at: "2300-01-01" });
    const lists = await call<Record<string, { items: { order_id: string; there?: object }[] }>>(
      api,
      "staff_reconciliation",
      { p_limit: 200 },
    );
    const has = (name: string, id: string) => lists[name]?.items.some((item) => item.order_id === id);
    expect(has("paid_there", unpaid.id)).toBe(true);
    expect(has("paid_here", order.id)).toBe(true);
    expect(lists.amounts_differ?.items.find((item) => item.order_id === order.id)?.there).toEqual({
      amount_cents: 5,
    });
    expect(has("emails_failed", order.id)).toBe(true);
  });
});
