import type { OrderColumns } from "../../sandbox/builders/order";
import { addOrders, addSubscription } from "../../sandbox/builders/rows";
import {
  call,
  connect,
  personClient,
  serverClient,
  signedUp,
  visitorClient,
} from "../../sandbox/builders/test-database";

const sql = connect();
const DAY = 86_400_000;
type Person = Awaited<ReturnType<typeof signedUp>>;

/** Paid orders of a pro member in August 2026, the newest first, two by two at the same moment: the id has to decide. */
async function addAugustOrders(person: Person, count: number, changes: OrderColumns = {}): Promise<string[]> {
  const newest = new Date("2026-08-20T12:00:00Z").getTime();
  const orders = await addOrders(sql, { userId: person.id, email: person.email }, count, (place) => ({
    plan_type: "pro",
    num_cards: 2,
    rate_cents: 2200,
    quota_month: "2026-08-01",
    submitted_at: new Date(newest - Math.floor(place / 2) * 60_000),
    ...changes,
  }));
  return orders.map(({ id }) => id);
}

type Page = {
  tiles: Record<string, number>;
  recent: { id: string }[];
  orders: { id: string; total_paid: number }[];
  prev_cursor: { submitted_at: string; id: string } | null;
  next_cursor: { submitted_at: string; id: string } | null;
};
const dashboard = (person: Person, args: Record<string, unknown> = {}) =>
  call<Page>(personClient(person.accessToken), "get_dashboard", args);

describe("get_dashboard", () => {
  test("pages through all paid orders once, newest first", async () => {
    const [person, other] = [await signedUp(sql), await signedUp(sql)];
    const ids = await addAugustOrders(person, 23);
    await addAugustOrders(person, 3, { payment_status: "unpaid" });
    await addAugustOrders(other, 4);
    const seen: string[] = [];
    const sizes: number[] = [];
    let page = await dashboard(person, { p_limit: 7 });
    const first = page;
    for (;;) {
      seen.push(...page.orders.map((order) => order.id));
      sizes.push(page.orders.length);
      expect(page.recent).toEqual(first.recent);
      if (!page.next_cursor) break;
      page = await dashboard(person, {
        p_limit: 7,
        p_cursor_submitted_at: page.next_cursor.submitted_at,
        p_cursor_id: page.next_cursor.id,
      });
    }
    expect(sizes).toEqual([7, 7, 7, 2]);
    expect(new Set(seen)).toEqual(new Set(ids));
    expect(seen).toHaveLength(23);
    expect(first.recent.map((order) => order.id)).toEqual(seen.slice(0, 5));
    expect(first.orders[0]?.total_paid).toBe(44);
    expect(Object.keys(first.orders[0] ?? {})).not.toContain("guest_key");
  });

  test("pages back to the newest, the same rows on every page", async () => {
    const person = await signedUp(sql);
    await addAugustOrders(person, 23);
    const ids = (page: Page) => page.orders.map((order) => order.id);
    const forth: string[][] = [];
    let page = await dashboard(person, { p_limit: 7 });
    expect(page.prev_cursor).toBeNull();
    for (;;) {
      forth.push(ids(page));
      if (!page.next_cursor) break;
      const { submitted_at, id } = page.next_cursor;
      page = await dashboard(person, { p_limit: 7, p_cursor_submitted_at: submitted_at, p_cursor_id: id });
    }
    const back: string[][] = [ids(page)];
    while (page.prev_cursor) {
      const { submitted_at, id } = page.prev_cursor;
      page = await dashboard(person, {
        p_limit: 7,
        p_cursor_submitted_at: submitted_at,
        p_cursor_id: id,
        p_before: true,
      });
      expect(page.next_cursor).not.toBeNull();
      expect(page.recent.map((order) => order.id)).toEqual(forth[0]?.slice(0, 5));
      back.unshift(ids(page));
    }
    expect(back).toEqual(forth);
  });

  test("a page beyond either end is empty and leads nowhere", async () => {
    const person = await signedUp(sql);
    await addAugustOrders(person, 6);
    const beyond = { p_limit: 5, p_cursor_id: person.id };
    for (const place of [
      { p_cursor_submitted_at: "2001-01-01T00:00:00Z" },
      { p_cursor_submitted_at: "2099-01-01T00:00:00Z", p_before: true },
    ]) {
      const page = await dashboard(person, { ...beyond, ...place });
      expect(page).toMatchObject({ orders: [], prev_cursor: null, next_cursor: null, tiles: { total: 6 } });
      expect(page.recent).toHaveLength(5);
    }
  });

  test("tiles add up to all paid orders", async () => {
    const person = await signedUp(sql);
    const counts = {
      pending: 1,
      received: 2,
      processing: 1,
      shipped: 1,
      grading: 2,
      graded: 1,
      completed: 1,
      delivered: 3,
    };
    for (const [submission_status, count] of Object.entries(counts))
      await addAugustOrders(person, count, { submission_status });
    await addAugustOrders(person, 1, { payment_status: "canceled", submission_status: "graded" });
    expect((await dashboard(person)).tiles).toEqual({
      total: 12,
      awaiting: 3,
      currently_grading: 4,
      graded: 5,
      graded_cards_sum: 10,
    });
  });

  test("is empty for a new account, and for staff who have ordered nothing", async () => {
    const person = await signedUp(sql);
    await call(serverClient(), "bind_staff", { p_email: person.email, p_role: "staff" });
    expect(await dashboard(person)).toEqual({
      profile_complete: false,
      staff_role: "staff",
      batch: null,
      tiles: { total: 0, awaiting: 0, currently_grading: 0, graded: 0, graded_cards_sum: 0 },
      recent: [],
      orders: [],
      proposals: [],
      prev_cursor: null,
      next_cursor: null,
    });
  });
});

describe("get_submit_page", () => {
  const page = (person: Person, p_now = "2026-08-31T23:59:59Z") =>
    call<Record<string, unknown>>(personClient(person.accessToken), "get_submit_page", { p_now });

  test("shows the month: cards paid at a member rate, and cards held", async () => {
    const person = await signedUp(sql);
    await addAugustOrders(person, 3);
    await addAugustOrders(person, 1, { quota_month: "2026-07-01" });
    await addAugustOrders(person, 1, { quota_month: null });
    await addAugustOrders(person, 1, { plan_type: "payg" });
    const open = { payment_status: "unpaid" };
    const [held] = await addAugustOrders(person, 1, {
      ...open,
      reservation_expires_at: "2026-09-01T00:10:00Z",
      num_cards: 5,
    });
    await addAugustOrders(person, 1, { ...open, reservation_expires_at: "2026-08-20T00:10:00Z" });
    expect(await page(person)).toMatchObject({
      month: { start: "2026-08-01", end: "2026-08-31", used_cards: 6, held_cards: 5 },
      open_checkout: { id: held, grading_fee: 110 },
      profile: { user_id: person.id, email: person.email, is_complete: false },
      staff_role: null,
      subscription: null,
    });
    expect(await page(person, "2026-09-01T00:00:00Z")).toMatchObject({
      month: { start: "2026-09-01", end: "2026-09-30", used_cards: 0, held_cards: 0 },
    });
  });

  test.each([
    [10, 10, false],
    [11, 10, true],
    [0, 0, false],
  ])("%i orders: %i shown, more %s", async (count, shown, more) => {
    const person = await signedUp(sql);
    const ids = count ? await addAugustOrders(person, count, { payment_status: "canceled" }) : [];
    const answer = (await page(person)) as { recent_orders: { id: string }[]; is_more: boolean };
    expect(answer.is_more).toBe(more);
    expect(answer.recent_orders).toHaveLength(shown);
    for (const order of answer.recent_orders) expect(ids).toContain(order.id);
  });

  test.each([
    ["active", 1, "pro"],
    ["active", -1, null],
    ["past_due", 1, null],
    ["canceled", 1, null],
  ])("a subscription that is %s and ends in %i days counts as %s", async (status, days, plan) => {
    const person = await signedUp(sql);
    const current_period_end = new Date(Date.now() + days * DAY);
    const current_period_start = new Date(Date.now() - 30 * DAY);
    await addSubscription(sql, person.id, { status, current_period_start, current_period_end });
    const context = await call<{ subscription: { plan_type: string } | null }>(
      personClient(person.accessToken),
      "get_session_context",
    );
    expect(context.subscription?.plan_type ?? null).toBe(plan);
  });
});

test.each(["get_dashboard", "get_submit_page", "get_session_context", "get_profile_page"])(
  "%s refuses who is not signed in",
  async (name) => {
    const visitor = await visitorClient().rpc(name);
    expect(visitor.error?.message).toMatch(/permission denied/);
    await expect(
      sql.begin(async (tx) => {
        await tx`set local role authenticated`;
        await tx.unsafe(`select public.${name}()`);
      }),
    ).rejects.toThrow("sign in first");
  },
);
