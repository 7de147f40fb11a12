import { randomUUID } from "node:crypto";
import { SAVED_VIEWS } from "@/lib/staff/labels";
import { aMark } from "../../sandbox/builders/ids";
import {
  addException,
  addOrder,
  addOrders,
  addQueuedMail,
  type StaffMember,
  type StoredOrder,
  signUpStaff,
} from "../../sandbox/builders/rows";
import { call, connect, personClient, signedUp, undone } from "../../sandbox/builders/test-database";

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

type Cursor = { at: string; id: string };
type Page = {
  orders: StoredOrder[];
  next_cursor: Cursor | null;
  previous_cursor: Cursor | null;
  stopped_at: string | null;
  total: { count: number; is_more: boolean } | null;
  views: Record<string, { count: number; is_more: boolean }> | null;
};
const list = (args: Record<string, unknown> = {}) =>
  call<Page>(personClient(member.accessToken), "staff_list_orders", args);
const at = (cursor: Cursor) => ({ p_cursor_at: cursor.at, p_cursor_id: cursor.id });
const ids = (page: Page) => page.orders.map((order) => order.id);

describe("pages", () => {
  test("show each order once in both directions, whatever comes in meanwhile", async () => {
    const word = aMark();
    const start = Date.UTC(2026, 5, 1);
    // Three by three at the same moment: the id has to decide.
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
    // New ones came in front, so the first page is another; the rest are the same pages.
    expect(back.slice(-pages.length + 1).flat()).toEqual(pages.slice(1).flatMap(ids));
    expect(back[0]).toHaveLength(5);
    expect(page.previous_cursor).toBeNull();
  });

  test("the same without a search, by filters", async () => {
    const future = Date.UTC(2200, 0, 1);
    const filter = { p_payment: "failed", p_fulfillment: "complete", p_limit: 4 };
    const rows = await addOrders(sql, null, 10, (n) => ({
      payment_status: "failed",
      fulfillment_status: "complete",
      submitted_at: new Date(future + n),
    }));
    const first = await list(filter);
    const second = await list({ ...filter, ...at(first.next_cursor as Cursor) });
    expect([...ids(first), ...ids(second)]).toEqual(
      rows
        .map(({ id }) => id)
        .reverse()
        .slice(0, 8),
    );
    const again = await list({ ...filter, p_backwards: true, ...at(second.previous_cursor as Cursor) });
    expect(ids(again)).toEqual(ids(first));
  });
});

describe("saved views", () => {
  test("overdue begins when the fifteenth business day is over", async () => {
    const word = aMark();
    const order = await addOrder(sql, {
      tracking_number: word,
      fulfillment_status: "grading",
      submission_status: "grading",
      // A Friday; with weekends, Veterans Day and Thanksgiving between, the fifteenth business day is Tuesday 1 December.
      received_at: "2026-11-06T15:00:00Z",
      received_count: 10,
    });
    const overdue = async (p_now: string) => ids(await list({ p_search: word, p_view: "overdue", p_now }));
    expect(await overdue("2026-12-02T04:59:59Z")).toEqual([]);
    expect(await overdue("2026-12-02T05:00:00Z")).toEqual([order.id]);
    await sql`update grading_orders set fulfillment_status = 'complete' where id = ${order.id}`;
    expect(await overdue("2026-12-31T00:00:00Z")).toEqual([]);
  });

  test("ready to return and exceptions, with their counts", async () => {
    const word = aMark();
    const ready = await addOrder(sql, {
      tracking_number: word,
      fulfillment_status: "grading",
      submission_status: "graded",
      received_at: new Date(),
    });
    const disputes = ["needs_response", "warning_needs_response", "under_review", "warning_under_review"];
    const disputed = await Promise.all(
      disputes.map((dispute_status) => addOrder(sql, { tracking_number: word, dispute_status })),
    );
    await addOrder(sql, { tracking_number: word, dispute_status: "won" });
    const flagged = await addOrder(sql, { tracking_number: word, review_reason: "paid_after_canceled" });
    expect(ids(await list({ p_search: word, p_view: "ready_to_return" }))).toEqual([ready.id]);
    const page = await list({ p_search: word, p_view: "exceptions" });
    expect(new Set(ids(page))).toEqual(new Set([flagged, ...disputed].map(({ id }) => id)));
    expect(Object.keys(page.views ?? {}).sort()).toEqual([...SAVED_VIEWS].sort());
    expect((await list({ p_with_counts: false })).views).toBeNull();
  });

  test("each can be searched", async () => {
    const word = aMark();
    const late = { fulfillment_status: "grading", received_at: "2026-01-05T00:00:00Z", received_count: 10 };
    const order = await addOrder(sql, { tracking_number: word, ...late, submission_status: "graded" });
    const sent = { ...late, payment_status: "canceled", total_paid: 250, refunded_cents: 25_000 };
    // Of other cards nobody asks who has all of the money back, of damage one does.
    const counted = { received_count: 9, package_condition: "tampered" };
    const refunded = await addOrder(sql, { tracking_number: word, ...sent, ...counted });
    const fresh = await addOrder(sql, { tracking_number: word });
    const found = async (p_view: string) => new Set(ids(await list({ p_search: word, p_view })));
    expect(await found("needs_check_in")).toEqual(new Set([fresh.id]));
    expect(await found("overdue")).toEqual(new Set([order.id]));
    expect(await found("exceptions")).toEqual(new Set([refunded.id]));
    expect(await found("ready_to_return")).toEqual(new Set([order.id]));
    expect(await found("to_send_back")).toEqual(new Set([refunded.id]));
  });

  test("are counted over all orders, each by its own condition", async () => {
    // As of one moment: the other files of this database add and take away orders of theirs meanwhile.
    let added = {};
    const full = new Set<string>();
    await undone(sql, async (tx) => {
      await tx`set transaction isolation level repeatable read`;
      const count = async () => {
        await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: member.id })}, true)`;
        const [row] = await tx<{ page: Page }[]>`select public.staff_list_orders() as page`;
        return Object.entries(row?.page.views ?? {}).map(([view, { count: n, is_more: isMore }]) => {
          if (isMore) full.add(view);
          return [view, n] as const;
        });
      };
      const before = new Map(await count());
      const done = { fulfillment_status: "complete", submission_status: "completed" };
      await addOrder(tx);
      await addOrders(tx, null, 2, {
        fulfillment_status: "grading",
        submission_status: "grading",
        received_at: "2026-01-05T00:00:00Z",
        received_count: 10,
      });
      await addOrders(tx, null, 3, { ...done, review_reason: "paid_after_canceled" });
      const graded = { fulfillment_status: "grading", submission_status: "graded", received_at: new Date() };
      await addOrders(tx, null, 4, graded);
      const refunded = { payment_status: "canceled", total_paid: 250, refunded_cents: 25_000 };
      const here = { fulfillment_status: "grading", submission_status: "processing" };
      await addOrders(tx, null, 3, { ...refunded, ...here, arrived_at: new Date() });
      await addOrders(tx, null, 2, { ...refunded, ...here, received_at: new Date(), received_count: 10 });
      await addOrders(tx, null, 1, { ...refunded, ...done, received_at: new Date(), received_count: 10 });
      await addOrder(tx, refunded);
      added = Object.fromEntries((await count()).map(([view, n]) => [view, n - (before.get(view) ?? 0)]));
    });
    const expected = {
      needs_check_in: 1,
      overdue: 2,
      exceptions: 3,
      to_review: 3,
      ready_to_send: 0,
      set_aside: 0,
      ready_to_return: 4,
      to_send_back: 5,
      never_received: 0,
      not_paid: 0,
      count_differs: 0,
    };
    // What other files leave behind at full size is more than is counted.
    const seen = Object.entries(expected).filter(([view]) => !full.has(view));
    expect(added).toMatchObject(Object.fromEntries(seen));
    expect(seen.length).toBeGreaterThan(3);
  });
});

test("one order, one person, and what does not agree", async () => {
  const person = await signedUp(sql);
  const api = personClient(member.accessToken);
  const order = await addOrder(sql, {
    user_id: person.id,
    user_email: person.email,
    stripe_payment_intent_id: null,
  });
  expect(await call(api, "staff_get_order_page", { p_order_id: order.id })).toMatchObject({
    order: { id: order.id, email: person.email },
    details: { id: order.id, num_cards: 10 },
    profile: { user_id: person.id },
    account_email: person.email,
    events: [{ type: "created", order_version: 1 }],
    exceptions: [],
    refunds: [],
  });
  expect(await call(api, "staff_get_order_page", { p_order_id: randomUUID() })).toBeNull();
  expect(await call(api, "staff_user_profile", { p_user_id: person.id })).toMatchObject({
    profile: { email: person.email, country: "US" },
    orders: [{ id: order.id }],
  });
  expect(await call(api, "staff_user_profile", { p_user_id: randomUUID() })).toMatchObject({
    profile: null,
    orders: [],
  });

  const unpaid = await addOrder(sql, {
    payment_status: "unpaid",
    stripe_payment_intent_id: `pi_${randomUUID()}`,
  });
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
  expect(has("mails_failed", order.id)).toBe(true);
});
