import { randomUUID } from "node:crypto";
import { aGuestKey, uniqueToken } from "../../sandbox/builders/ids";
import type { OrderColumns } from "../../sandbox/builders/order";
import {
  addOrder,
  addOrders,
  addProfile,
  addStaff,
  addSubscription,
  addUser,
  type StaffMember,
  signUpStaff,
} from "../../sandbox/builders/rows";
import { type Order, payOrder, updateAsStaff } from "../../sandbox/builders/sql-functions";
import {
  addSignedInPerson,
  call,
  connect,
  personClient,
  serverClient,
  visitorClient,
} from "../../sandbox/builders/test-database";

const sql = connect();
type Person = Awaited<ReturnType<typeof addSignedInPerson>>;

describe("page reads", () => {
  const DAY = 86_400_000;

  /** Adds orders in pairs with the same timestamp, so that the ID decides their order. */
  async function addAugustOrders(
    person: Person,
    count: number,
    changes: OrderColumns = {},
  ): Promise<string[]> {
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
    canceled: { id: string }[];
    prev_cursor: { submitted_at: string; id: string } | null;
    next_cursor: { submitted_at: string; id: string } | null;
  };
  const dashboard = (person: Person, args: Record<string, unknown> = {}) =>
    call<Page>(personClient(person.accessToken), "get_dashboard", args);

  describe("get_dashboard", () => {
    test("lists refunded orders separately, and only on the first page", async () => {
      const person = await addSignedInPerson(sql);
      const [paid] = await addAugustOrders(person, 1);
      const refunded = await addAugustOrders(person, 1, {
        payment_status: "canceled",
        paid_at: "2026-08-20",
      });
      await addAugustOrders(person, 1, { payment_status: "canceled", paid_at: null });
      const page = await dashboard(person);
      expect([page.orders, page.canceled]).toMatchObject([[{ id: paid }], [{ id: refunded[0] }]]);
      const cursor = { p_cursor_submitted_at: "2026-08-21T00:00:00Z", p_cursor_id: paid };
      expect((await dashboard(person, cursor)).canceled).toEqual([]);
    });

    test("pages through all paid orders without duplicates, newest first", async () => {
      const [person, other] = [await addSignedInPerson(sql), await addSignedInPerson(sql)];
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

    test("counts every paid order in one tile", async () => {
      const person = await addSignedInPerson(sql);
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
  });

  describe("get_submit_page", () => {
    const page = (person: Person, p_now = "2026-08-31T23:59:59Z") =>
      call<Record<string, unknown>>(personClient(person.accessToken), "get_submit_page", { p_now });

    test("counts this month's cards paid at a member rate, and held cards", async () => {
      const person = await addSignedInPerson(sql);
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
    ])("of %i orders, returns the newest %i and whether there are more: %s", async (count, shown, more) => {
      const person = await addSignedInPerson(sql);
      const ids = count ? await addAugustOrders(person, count, { payment_status: "canceled" }) : [];
      const answer = (await page(person)) as { recent_orders: { id: string }[]; is_more: boolean };
      expect(answer.is_more).toBe(more);
      expect(answer.recent_orders).toHaveLength(shown);
      for (const order of answer.recent_orders) expect(ids).toContain(order.id);
    });

    test.each([
      ["active", 1, "pro"],
      ["active", -1, null],
      ["canceled", 1, null],
      ["past_due", 1, null],
    ])("for a subscription that is %s and ends in %i days, returns %s", async (status, days, plan) => {
      const person = await addSignedInPerson(sql);
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
    "refuses callers without an account: %s",
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
});

describe("direct reads", () => {
  const ordersAs = (person: Person) => personClient(person.accessToken).from("grading_orders");
  const ids = ({ data }: { data: { id: unknown }[] | null }) => data?.map(({ id }) => id);

  async function aCollector() {
    const person = await addSignedInPerson(sql);
    const paid = await addOrders(sql, { userId: person.id, email: person.email }, 3);
    const [unpaid] = await addOrders(sql, { userId: person.id, email: person.email }, 1, {
      payment_status: "unpaid",
      submitted_at: new Date(0),
    });
    if (!unpaid) throw new Error("no order");
    return { person, paid, unpaid };
  }

  test("returns orders, subscriptions and profiles with the specified fields", async () => {
    const { person, paid } = await aCollector();
    await addSubscription(sql, person.id);
    await addProfile(sql, person.id);
    const api = personClient(person.accessToken);
    const order = await api
      .from("grading_orders")
      .select(
        "id, batch_id, user_id, user_email, guest_email, plan_type, num_cards, grading_fee, total_paid, payment_status, fulfillment_status, submission_status, submitted_at, created_at, updated_at, notes, tracking_number, grading_submission_number, stripe_session_id, receipt_url",
      )
      .eq("id", paid[0]?.id ?? "")
      .single();
    expect(order).toMatchObject({ error: null, data: { batch_id: paid[0]?.batch_id, user_id: person.id } });
    const subscription = await api
      .from("subscriptions")
      .select(
        "user_id, plan_type, status, current_period_start, current_period_end, cancel_at_period_end, created_at",
      )
      .single();
    expect(subscription).toMatchObject({ error: null, data: { user_id: person.id, status: "active" } });
    const profile = await api
      .from("profiles")
      .select("full_name, phone, address_line1, address_line2, city, state, postal_code, country")
      .single();
    expect(profile).toMatchObject({ error: null, data: { full_name: "Casey Collector", country: "US" } });
  });

  test("returns a user's orders by account, email or session", async () => {
    const [{ person, paid, unpaid }, other] = [await aCollector(), await addSignedInPerson(sql)];
    const all = await ordersAs(person).select("*").eq("user_id", person.id).order("submitted_at");
    expect(ids(all)).toEqual([unpaid, ...paid.toReversed()].map(({ id }) => id));
    for (const [column, value] of [
      ["user_id", person.id],
      ["user_email", person.email],
    ] as const) {
      const own = ordersAs(person).select("*").eq(column, value).eq("payment_status", "paid");
      expect(ids(await own.order("submitted_at", { ascending: false }))).toEqual(paid.map(({ id }) => id));
    }
    const bySession = async (who: Person, session: string) =>
      ids(await ordersAs(who).select("*").eq("stripe_session_id", session).eq("payment_status", "paid"));
    expect(await bySession(person, paid[1]?.stripe_session_id ?? "")).toEqual([paid[1]?.id]);
    expect(await bySession(person, unpaid.stripe_session_id)).toEqual([]);
    expect(await bySession(other, paid[1]?.stripe_session_id ?? "")).toEqual([]);
  });

  test("returns all orders to staff, newest first, including guest orders", async () => {
    const { person, paid, unpaid } = await aCollector();
    const guests = await addOrder(sql, { submitted_at: new Date(Date.now() - 30_000) });
    const wanted = [paid[0], guests, paid[1], paid[2], unpaid].map((order) => order?.id ?? "");
    const all = async (who: Person) =>
      ids(await ordersAs(who).select("id").in("id", wanted).order("submitted_at", { ascending: false }));
    expect(await all(await signUpStaff(sql))).toEqual(wanted);
    expect(await all(person)).toEqual(wanted.filter((id) => id !== guests.id));
  });
});

describe("batch reads", () => {
  const server = serverClient();

  type Mine = { order: Order; events: unknown[]; tracking_link: { generation: number } | null } | null;
  const mine = async (token: string, batch: string | null) =>
    (await call<{ batch: Mine }>(personClient(token), "get_dashboard", { p_batch: batch })).batch;

  test("returns a batch with its public events only to its owner", async () => {
    const [person, other] = [await addSignedInPerson(sql), await addSignedInPerson(sql)];
    await addStaff(sql, other.id);
    const order = await payOrder(person.id);
    await sql`update grading_orders set fulfillment_status = 'grading' where id = ${order.id}`;
    const found = await mine(person.accessToken, order.batch_id);
    expect(found).toMatchObject({ order: { id: order.id }, tracking_link: { generation: 1 } });
    expect(found?.events).toMatchObject([{ type: "payment_status", to: "paid", actor: "stripe" }]);
    for (const name of ["guest_key", "search_text"]) expect(found?.order).not.toHaveProperty(name);
    // Staff may read the order, but it isn't on their own dashboard.
    expect(await mine(other.accessToken, order.batch_id)).toBeNull();
    expect(await mine((await addSignedInPerson(sql)).accessToken, order.batch_id)).toBeNull();
    await expect(call(visitorClient(), "get_dashboard", { p_batch: order.batch_id })).rejects.toThrow();
  });

  test("finds an imported order by its ID, and nothing by other text", async () => {
    const person = await addSignedInPerson(sql);
    const order = await payOrder(person.id);
    await sql`update grading_orders set batch_id = null where id = ${order.id}`;
    const shown = `ORDER-${order.id.slice(0, 8).toUpperCase()}`;
    expect((await mine(person.accessToken, shown))?.order.id).toBe(order.id);
    for (const odd of ["", "%", "ORDER-________"]) expect(await mine(person.accessToken, odd)).toBeNull();
  });

  type Printed = { order: Order } | null;

  test("returns a printable order only to its owner and staff", async () => {
    const [owner, stranger, staff] = [
      await addSignedInPerson(sql),
      await addSignedInPerson(sql),
      await addSignedInPerson(sql),
    ];
    await addStaff(sql, staff.id);
    const order = await payOrder(owner.id);
    const asked = { p_order_id: order.id };
    for (const { accessToken } of [owner, staff]) {
      const answer = await call<Printed>(personClient(accessToken), "get_order_to_print", asked);
      expect(answer?.order.id).toBe(order.id);
    }
    expect(await call<Printed>(personClient(stranger.accessToken), "get_order_to_print", asked)).toBeNull();
    await expect(call(visitorClient(), "get_order_to_print", asked)).rejects.toThrow();
    const asGuest = { ...asked, p_guest_key: aGuestKey() };
    await expect(
      call(personClient(owner.accessToken), "get_guest_order_to_print", asGuest),
    ).rejects.toThrow();
  });

  test("returns a guest's order by cookie until an account claims it", async () => {
    const key = aGuestKey();
    const order = await payOrder(null, key);
    const ask = (p_guest_key: string | null, id = order.id) =>
      call<Printed>(server, "get_guest_order_to_print", { p_order_id: id, p_guest_key });
    expect((await ask(key))?.order.id).toBe(order.id);
    expect(await ask(aGuestKey())).toBeNull();
    expect(await ask(null)).toBeNull();
    expect(await ask(key, (await payOrder(null)).id)).toBeNull();
    await sql`update grading_orders set user_id = ${(await addUser(sql)).id} where id = ${order.id}`;
    expect(await ask(key)).toBeNull();
  });

  test("offers the latest batch's address until the profile has one", async () => {
    const [person, staff] = [await addSignedInPerson(sql), await signUpStaff(sql)];
    const lastAddress = async ({ accessToken }: { accessToken: string } = person) =>
      (await call<{ last_address: object | null }>(personClient(accessToken), "get_profile_page"))
        .last_address;
    expect(await lastAddress()).toBeNull();
    for (const address_line1 of ["1 Main Street", "9 Oak"])
      await addOrder(sql, {
        user_id: person.id,
        return_address: sql.json({ full_name: "Ann", address_line1 }),
      });
    expect(await lastAddress()).toMatchObject({ full_name: "Ann", address_line1: "9 Oak" });
    // Staff may read every order, but only their own addresses are offered.
    expect(await lastAddress(staff)).toBeNull();
    await sql`update profiles set address_line1 = '5 Elm' where user_id = ${person.id}`;
    expect(await lastAddress()).toBeNull();
  });
});

describe("activity", () => {
  let member: StaffMember;
  beforeEach(async () => {
    member = await signUpStaff(sql, "owner");
  });

  type Row = { at: string; type: string };
  type Cursor = { at: string; id: number };
  type Page = { rows: Row[]; next_cursor: Cursor | null; people: { user_id: string; email: string }[] };
  const list = (args: Record<string, unknown> = {}) =>
    call<Page>(personClient(member.accessToken), "staff_list_activity", { p_actor_id: member.id, ...args });
  const after = (cursor: Cursor) => ({ p_cursor_at: cursor.at, p_cursor_id: cursor.id });
  const write = <Answer>(name: string, args: object) =>
    call<Answer>(serverClient(), name, { p_actor: member.id, ...args });
  const typesOf = ({ rows }: Page) => rows.map(({ type }) => type);

  test("lists staff actions with the person who took them, newest first", async () => {
    const order = await addOrder(sql);
    await updateAsStaff(member, order, { shelf_location: "A-1" });
    const person = await addUser(sql);
    await write("staff_add_member", { p_email: person.email });
    await write("staff_begin_export", { p_kind: "orders", p_filter: { payment: "paid" } });
    const { rows, people } = await list();
    expect(rows).toMatchObject([
      { type: "exported", actor_email: member.email },
      { type: "staff_added", about: person.email, before: { role: null }, after: { role: "staff" } },
      { type: "shelf_location", batch_id: order.batch_id, from_value: null, to_value: "A-1" },
    ]);
    expect(people).toContainEqual({ user_id: member.id, email: member.email });
  });

  test("filters by person, kind and period", async () => {
    const order = await addOrder(sql);
    await updateAsStaff(member, order, { shelf_location: "A-1", tracking_number: uniqueToken() });
    await write("staff_open_shipment", { p_grader: "PSA" });
    expect((await list({ p_actor_id: randomUUID() })).rows).toEqual([]);
    expect(typesOf(await list({ p_kind: "returns" }))).toEqual(["tracking_number"]);
    const [now] = (await list()).rows;
    expect(typesOf(await list({ p_until: now?.at }))).not.toContain("group_opened");
    expect(typesOf(await list({ p_since: now?.at }))).toEqual(["group_opened"]);
  });

  test("pages through entries with the same timestamp without duplicates", async () => {
    const order = await addOrder(sql);
    const at = new Date(Date.now() - 86_400_000);
    for (let n = 0; n < 4; n++) {
      await sql`insert into staff_log (type, actor_id, at) values ('package_added', ${member.id}, ${at})`;
      await sql`insert into order_events (order_id, type, actor_type, actor_id, occurred_at)
        values (${order.id}, 'arrived', 'staff', ${member.id}, ${at})`;
    }
    const whole = await list();
    expect(whole.rows).toHaveLength(8);
    const seen: Row[] = [];
    for (let page = await list({ p_limit: 3 }); ; ) {
      seen.push(...page.rows);
      if (!page.next_cursor) break;
      page = await list({ p_limit: 3, ...after(page.next_cursor) });
    }
    expect(seen).toEqual(whole.rows);
  });
});
