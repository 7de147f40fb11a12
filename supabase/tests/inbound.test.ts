import { randomUUID } from "node:crypto";
import { addReceived } from "../../sandbox/builders/grader-shipment";
import { aGuestKey, aHash, anEmail } from "../../sandbox/builders/ids";
import { addOrder, addUser, eventsOf, type StoredOrder, storedOrder } from "../../sandbox/builders/rows";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

const sql = connect();
let actions: StaffActions;
beforeAll(async () => {
  actions = await StaffActions.begin(sql);
});

describe("inbound", () => {
  const server = serverClient();
  const NUMBER = "1Z999AA10123456784";
  const PAID = { paid_at: "2026-11-10T10:00:00Z", guest_key: aGuestKey() };
  const NOW = { p_now: "2026-11-20T10:00:00Z" };

  type Args = Record<string, unknown>;
  const who = ({ id, guest_key }: StoredOrder) => ({
    p_order_id: id,
    p_user_id: null,
    p_guest_key: guest_key,
    p_token_hash: null,
  });
  const outcomeOf = async (name: string, args: Args) =>
    (await call<{ outcome: string }>(server, name, args)).outcome;
  const change = (order: StoredOrder, p_action: string, facts: Args) =>
    outcomeOf("change_inbound", { ...who(order), p_action, ...NOW, ...facts });
  const ship = (order: StoredOrder, changes: Args = {}) =>
    change(order, "shipped", { p_carrier: "ups", p_tracking: NUMBER, p_day: "2026-11-12", ...changes });
  const deliver = (order: StoredOrder, day: string | null, changes: Args = {}) =>
    change(order, day === null ? "not_delivered" : "delivered", { p_day: day, ...changes });
  const withdraw = (order: StoredOrder, changes: Args = {}) => change(order, "not_shipped", changes);
  const changesOf = async (order: StoredOrder) =>
    (await eventsOf(sql, order.id))
      .filter(({ type }) => type.startsWith("inbound"))
      .map(({ type, from_value, to_value }) => [type, from_value, to_value]);
  const factsOf = async ({ id }: StoredOrder) => {
    const [facts] = await sql`select inbound_carrier as carrier, inbound_tracking as number,
    inbound_shipped_at as shipped, inbound_delivered_at as delivered from grading_orders where id = ${id}`;
    return facts;
  };
  const noon = (day: string) => new Date(`${day}T12:00:00Z`);

  test("searches for a package two business days after its delivery", async () => {
    const order = await addOrder(sql, PAID);
    const lookFrom = async () =>
      (await sql`select look_from::text from grading_orders where id = ${order.id}`)[0];
    await ship(order);
    expect(await lookFrom()).toEqual({ look_from: null });
    // A Friday, a Saturday, and the Tuesday before Thanksgiving.
    for (const [day, from] of [
      ["2026-11-13", "2026-11-17"],
      ["2026-11-14", "2026-11-17"],
      ["2026-11-24", "2026-11-27"],
    ] as const) {
      expect(await deliver(order, day, { p_now: "2026-11-25T10:00:00Z" })).toBe("noted");
      expect(await lookFrom()).toEqual({ look_from: from });
    }
    const stored = await storedOrder(sql, order.id);
    expect(stored.version).toBe(order.version);
    expect(await deliver(order, null)).toBe("noted");
    expect(await lookFrom()).toEqual({ look_from: null });
  });

  test("records, changes and withdraws a shipment with events, without a new order version", async () => {
    const order = await addOrder(sql, PAID);
    expect(await ship(order)).toBe("noted");
    expect(await ship(order)).toBe("unchanged");
    expect(await deliver(order, "2026-11-15")).toBe("noted");
    expect(await factsOf(order)).toEqual({
      carrier: "ups",
      number: NUMBER,
      shipped: noon("2026-11-12"),
      delivered: noon("2026-11-15"),
    });
    expect(await deliver(order, null)).toBe("noted");
    expect(await ship(order, { p_carrier: "other", p_tracking: " " })).toBe("noted");
    expect(await withdraw(order)).toBe("noted");
    expect(await withdraw(order)).toBe("unchanged");
    expect(await factsOf(order)).toEqual({ carrier: null, number: null, shipped: null, delivered: null });
    expect(await changesOf(order)).toEqual([
      ["inbound_shipped", null, `ups:2026-11-12:${NUMBER}`],
      ["inbound_delivered", null, "2026-11-15"],
      ["inbound_delivered", "2026-11-15", null],
      ["inbound_shipped", `ups:2026-11-12:${NUMBER}`, "other:2026-11-12"],
      ["inbound_withdrawn", "other:2026-11-12", null],
    ]);
    expect((await storedOrder(sql, order.id)).version).toBe(order.version);
  });

  test("accepts ship dates from the payment date to today in any time zone", async () => {
    const order = await addOrder(sql, PAID);
    // At 10:00 UTC, local dates range from the 9th to the 21st.
    expect(await ship(order, { p_day: "2026-11-08" })).toBe("bad_date");
    expect(await ship(order, { p_day: "2026-11-09" })).toBe("noted");
    expect(await ship(order, { p_day: "2026-11-21" })).toBe("noted");
    expect(await ship(order, { p_day: "2026-11-22" })).toBe("bad_date");
    await ship(order, { p_day: "2026-11-15" });
    expect(await deliver(order, "2026-11-14")).toBe("bad_date");
    expect(await deliver(order, "2026-11-22")).toBe("bad_date");
    expect(await deliver(order, "2026-11-15")).toBe("noted");
  });

  test("refuses a delivery report for a package that wasn't reported as shipped", async () => {
    const order = await addOrder(sql, PAID);
    expect(await deliver(order, "2026-11-15")).toBe("inbound_not_shipped");
  });

  test.each<[string, Args, string]>([
    ["unpaid", { payment_status: "unpaid", paid_at: null }, "inbound_not_paid"],
    ["canceled", { payment_status: "canceled" }, "inbound_canceled"],
    ["here", { arrived_at: "2026-11-18T10:00:00Z" }, "inbound_arrived"],
  ])("refuses inbound shipment changes to an order that is %s", async (_, columns, outcome) => {
    const order = await addOrder(sql, { ...PAID, ...columns });
    expect([await ship(order), await deliver(order, "2026-11-15"), await withdraw(order)]).toEqual([
      outcome,
      outcome,
      outcome,
    ]);
    expect(await changesOf(order)).toEqual([]);
  });

  test("accepts changes only from the order's account, browser or link", async () => {
    const user = await addUser(sql);
    const order = await addOrder(sql, { ...PAID, user_id: user.id });
    const hash = aHash();
    await sql`insert into tracking_links (order_id, token_hash) values (${order.id}, ${hash})
    on conflict (order_id) do update set token_hash = excluded.token_hash`;
    for (const stranger of [{}, { p_user_id: randomUUID() }, { p_token_hash: aHash() }])
      expect([await ship(order, stranger), await withdraw(order, stranger)]).toEqual([
        "not_found",
        "not_found",
      ]);
    expect(await ship(order, { p_user_id: user.id })).toBe("noted");
    expect(await withdraw(order, { p_guest_key: null, p_token_hash: hash })).toBe("noted");
    expect(await ship(order, { p_order_id: randomUUID() })).toBe("not_found");
  });

  test("records one event for concurrent requests from several tabs", async () => {
    const order = await addOrder(sql, PAID);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ship(order)));
    expect(tally(answers)).toEqual({ noted: 1, unchanged: 7 });
  });
});

test.each([
  ["another customer", anEmail(), false],
  ["the same email address", "Jo@example.test", true],
])("returns the batch of %s that has the same tracking number", async (_, email, is_same_owner) => {
  const number = `9400${Math.random().toString().slice(2, 20).padEnd(18, "0")}`;
  const guest = (guest_email: string) => ({ guest_email, guest_key: aGuestKey() });
  const { id, batch_id } = await addOrder(sql, { ...guest("jo@example.test"), inbound_tracking: number });
  const mine = await addOrder(sql, guest(email));
  const { order } = await actions.checkIn(mine.id, 10, { p_inbound_tracking: number });
  expect(order).toMatchObject({
    inbound_tracking: number,
    inbound_elsewhere: { id, batch_id, is_same_owner },
  });
});

describe("check in receipts", () => {
  const count = (order: StoredOrder, p_count: number, p_is_recount = false) =>
    actions.write<{ outcome: string; order: StoredOrder }>("staff_check_in", {
      p_order_id: order.id,
      p_version: order.version,
      p_count,
      p_condition: "ok",
      p_is_recount,
    });

  const receiptsOf = (order: { id: string }) =>
    sql<
      { id: number; payload: unknown; dedupe_key: string; created_at: Date }[]
    >`select * from outbox where kind = 'check_in_receipt' and payload ->> 'order_id' = ${order.id} order by id`;

  const send = (order: { id: string }) =>
    sql`update outbox set sent_at = now() where kind = 'check_in_receipt' and payload ->> 'order_id' = ${order.id}`;

  afterEach(
    () =>
      sql`delete from outbox where kind = 'check_in_receipt' and payload ->> 'order_id' in (
      select order_id::text from order_admin where received_by = ${actions.member.id})`,
  );

  test("queues one receipt for concurrent check-ins", async () => {
    const order = await addOrder(sql);
    const outcomes = (await Promise.all([count(order, 9), count(order, 9), count(order, 9)])).map(
      ({ outcome }) => outcome,
    );
    expect(outcomes.filter((outcome) => outcome === "received")).toHaveLength(1);
    expect(await receiptsOf(order)).toMatchObject([
      { payload: { order_id: order.id, count: 9, told_before: null } },
    ]);
  });

  test("queues a receipt for a recount only if the customer was sent another count", async () => {
    const first = (await count(await addOrder(sql), 9)).order;
    await send(first);
    const same = (await count(first, 9, true)).order;
    expect(await receiptsOf(first)).toHaveLength(1);
    const other = (await count(same, 10, true)).order;
    const receipts = await receiptsOf(first);
    expect(receipts).toMatchObject([{ payload: { count: 9 } }, { payload: { count: 10, told_before: 9 } }]);
    expect(receipts[0]?.dedupe_key).not.toBe(receipts[1]?.dedupe_key);
    await count(other, 9, true);
    // Recounted back to the original number before the correction email was sent.
    expect(await receiptsOf(first)).toMatchObject([{ payload: { count: 9, told_before: null } }]);
  });
});

test("sends no email for a quiet change or its undo", async () => {
  const { id, version } = await addReceived(sql);
  const { action_id } = await actions.write<{ action_id: string }>("staff_update_order", {
    p_order_id: id,
    p_version: version,
    p_changes: { submission_status: "graded" },
    p_tracking_hash: "0".repeat(64),
    p_is_quiet: true,
  });
  expect(await actions.emailsOf(id)).toEqual([]);
  expect(await actions.undo(action_id)).toMatchObject([{ outcome: "undone" }]);
  expect(await actions.emailsOf(id)).toEqual([]);
});
