import { randomUUID } from "node:crypto";
import { aGuestKey, aHash } from "../../sandbox/builders/ids";
import {
  addOrder,
  addStaff,
  addUser,
  eventsOf,
  type StoredOrder,
  storedOrder,
} from "../../sandbox/builders/rows";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

const sql = connect(12);
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
const say = (order: StoredOrder, changes: Args = {}) =>
  outcomeOf("say_shipped", {
    ...who(order),
    p_carrier: "ups",
    p_tracking: NUMBER,
    p_shipped_on: "2026-11-12",
    ...NOW,
    ...changes,
  });
const deliver = (order: StoredOrder, day: string | null, changes: Args = {}) =>
  outcomeOf("say_delivered", { ...who(order), p_delivered_on: day, ...NOW, ...changes });
const unsay = (order: StoredOrder, changes: Args = {}) =>
  outcomeOf("unsay_shipped", { ...who(order), ...changes });
const told = async (order: StoredOrder) =>
  (await eventsOf(sql, order.id))
    .filter(({ type }) => type.startsWith("inbound"))
    .map(({ type, from_value, to_value }) => [type, from_value, to_value]);
const factsOf = async ({ id }: StoredOrder) => {
  const [facts] = await sql`select inbound_carrier as carrier, inbound_tracking as number,
    inbound_shipped_at as shipped, inbound_delivered_at as delivered from grading_orders where id = ${id}`;
  return facts;
};
const noon = (day: string) => new Date(`${day}T12:00:00Z`);

describe("what a customer says of the way to us", () => {
  test("names the day from which on we look for it, two business days after it was delivered", async () => {
    const order = await addOrder(sql, PAID);
    const lookFrom = async () =>
      (await sql`select look_from::text from grading_orders where id = ${order.id}`)[0];
    await say(order);
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

  test("is kept, told to both sides, changed and taken back, and raises no version", async () => {
    const order = await addOrder(sql, PAID);
    expect(await say(order)).toBe("noted");
    expect(await say(order)).toBe("unchanged");
    expect(await deliver(order, "2026-11-15")).toBe("noted");
    expect(await factsOf(order)).toEqual({
      carrier: "ups",
      number: NUMBER,
      shipped: noon("2026-11-12"),
      delivered: noon("2026-11-15"),
    });
    expect(await deliver(order, null)).toBe("noted");
    expect(await say(order, { p_carrier: "other", p_tracking: " " })).toBe("noted");
    expect(await unsay(order)).toBe("noted");
    expect(await unsay(order)).toBe("unchanged");
    expect(await factsOf(order)).toEqual({ carrier: null, number: null, shipped: null, delivered: null });
    expect(await told(order)).toEqual([
      ["inbound_shipped", null, `ups:2026-11-12:${NUMBER}`],
      ["inbound_delivered", null, "2026-11-15"],
      ["inbound_delivered", "2026-11-15", null],
      ["inbound_shipped", `ups:2026-11-12:${NUMBER}`, "other:2026-11-12"],
      ["inbound_withdrawn", "other:2026-11-12", null],
    ]);
    const [{ shown }] = (await sql`select count(*)::int as shown from order_events
      where order_id = ${order.id} and type like 'inbound%' and public and actor_type = 'customer'`) as unknown as [
      { shown: number },
    ];
    expect(shown).toBe(5);
    expect((await storedOrder(sql, order.id)).version).toBe(order.version);
  });

  test("is found by the carrier's number, at the desk and in the search", async () => {
    const order = await addOrder(sql, PAID);
    const number = `9400${String(Date.now()).padStart(18, "0")}`;
    await say(order, { p_carrier: "usps", p_tracking: number });
    const [found] = await sql`select private.orders_by_code(${number.replace(/(.{4})/g, "$1 ")}) as ids`;
    expect(found?.ids).toEqual([order.id]);
    const [row] = await sql`select search_text from grading_orders where id = ${order.id}`;
    expect(row?.search_text).toContain(number);
  });

  test("a delivery before a corrected day of shipping is forgotten", async () => {
    const order = await addOrder(sql, PAID);
    await say(order);
    await deliver(order, "2026-11-13");
    await say(order, { p_shipped_on: "2026-11-14" });
    expect(await factsOf(order)).toMatchObject({ shipped: noon("2026-11-14"), delivered: null });
  });

  test("days are those of any calendar: from the payment's to today's", async () => {
    const order = await addOrder(sql, PAID);
    // Ten in the morning UTC: somebody writes the ninth in no zone, and the 21st at the earliest one.
    expect(await say(order, { p_shipped_on: "2026-11-08" })).toBe("bad_date");
    expect(await say(order, { p_shipped_on: "2026-11-09" })).toBe("noted");
    expect(await say(order, { p_shipped_on: "2026-11-21" })).toBe("noted");
    expect(await say(order, { p_shipped_on: "2026-11-22" })).toBe("bad_date");
    expect(await say(order, { p_shipped_on: null })).toBe("bad_date");
    await say(order, { p_shipped_on: "2026-11-15" });
    expect(await deliver(order, "2026-11-14")).toBe("bad_date");
    expect(await deliver(order, "2026-11-22")).toBe("bad_date");
    expect(await deliver(order, "2026-11-15")).toBe("noted");
  });

  test("nothing is delivered that was not shipped", async () => {
    const order = await addOrder(sql, PAID);
    expect(await deliver(order, "2026-11-15")).toBe("not_shipped");
  });

  test.each<[string, Args, string]>([
    ["unpaid", { payment_status: "unpaid", paid_at: null }, "not_paid"],
    ["canceled", { payment_status: "canceled" }, "canceled"],
    ["here", { arrived_at: "2026-11-18T10:00:00Z" }, "arrived"],
  ])("of an order that is %s nothing is said any more", async (_, columns, outcome) => {
    const order = await addOrder(sql, { ...PAID, ...columns });
    expect([await say(order), await deliver(order, "2026-11-15"), await unsay(order)]).toEqual([
      outcome,
      outcome,
      outcome,
    ]);
    expect(await told(order)).toEqual([]);
  });

  test("goes on after the request to cancel what was shipped, and not of what was not", async () => {
    const asked = { ...PAID, cancel_requested_at: "2026-11-14T10:00:00Z" };
    const order = await addOrder(sql, { ...asked, inbound_shipped_at: noon("2026-11-12") });
    expect([await say(order), await deliver(order, "2026-11-15")]).toEqual(["noted", "noted"]);
    expect(await factsOf(order)).toMatchObject({ number: NUMBER, delivered: noon("2026-11-15") });
    expect(await unsay(order)).toBe("noted");
    expect([await say(order), await deliver(order, "2026-11-15")]).toEqual(["canceling", "canceling"]);
  });

  test("only by its account, the browser that placed it, or who has its link", async () => {
    const user = await addUser(sql);
    const order = await addOrder(sql, { ...PAID, user_id: user.id });
    const hash = aHash();
    await sql`insert into tracking_links (order_id, token_hash) values (${order.id}, ${hash})
      on conflict (order_id) do update set token_hash = excluded.token_hash`;
    for (const stranger of [{}, { p_user_id: randomUUID() }, { p_token_hash: aHash() }])
      expect([await say(order, stranger), await unsay(order, stranger)]).toEqual(["not_found", "not_found"]);
    expect(await say(order, { p_user_id: user.id })).toBe("noted");
    expect(await unsay(order, { p_guest_key: null, p_token_hash: hash })).toBe("noted");
    expect(await say(order, { p_order_id: randomUUID() })).toBe("not_found");
  });

  test("the same from many tabs at once is one event, and beside a check-in one of them is first", async () => {
    const order = await addOrder(sql, PAID);
    const answers = await Promise.all(Array.from({ length: 8 }, () => say(order)));
    expect(tally(answers)).toEqual({ noted: 1, unchanged: 7 });
    const staff = await addUser(sql);
    await addStaff(sql, staff.id);
    const [undone, checkedIn] = await Promise.all([
      unsay(order),
      outcomeOf("staff_check_in", {
        p_actor: staff.id,
        p_order_id: order.id,
        p_version: order.version,
        p_count: 10,
        p_condition: "ok",
        p_inbound_tracking: NUMBER,
      }),
    ]);
    // Whoever was first: the package is checked in, under the number that the desk scanned.
    expect(checkedIn).toBe("received");
    expect(["noted", "arrived"]).toContain(undone);
    expect(await factsOf(order)).toMatchObject({ number: NUMBER });
  });
});
