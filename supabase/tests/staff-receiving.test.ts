import {
  addOrder,
  eventsOf,
  type StaffMember,
  type StoredOrder,
  signUpStaff,
} from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient, serverClient, tally } from "../../sandbox/builders/test-database";

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

type Outcome = { outcome: string; is_mismatch?: boolean; order: StoredOrder };
const write = <Result = Outcome>(name: string, args: Record<string, unknown>) =>
  call<Result>(serverClient(), name, { p_actor: member.id, ...args });
const arrive = (order: { id: string }) => write("staff_record_arrival", { p_order_id: order.id });
const checkIn = (
  order: { id: string; version: number },
  p_count: number,
  changes: Record<string, unknown> = {},
) =>
  write("staff_check_in", {
    p_order_id: order.id,
    p_version: order.version,
    p_count,
    p_condition: "ok",
    ...changes,
  });
const look = (p_code: string | null) =>
  call<{ orders: StoredOrder[]; packages: { id: string }[] }>(
    personClient(member.accessToken),
    "staff_receiving_desk",
    { p_code },
  );

test.each<[string, (id: string) => string]>([
  ["as printed", (id) => id],
  ["in small letters", (id) => id.toLowerCase()],
  ["with space around it", (id) => ` ${id}\n`],
  ["without BATCH-", (id) => id.slice("BATCH-".length)],
  ["without hyphens", (id) => id.replaceAll("-", "")],
  ["with a space for the hyphen", (id) => id.slice("BATCH-".length).replace("-", " ").toLowerCase()],
])("a batch is found by its code %s", async (_how, spell) => {
  const order = await addOrder(sql, { return_address: { full_name: "Casey" } });
  const { orders } = await look(spell(order.batch_id));
  expect(orders).toMatchObject([
    { id: order.id, customer_name: "Casey", return_address: { full_name: "Casey" } },
  ]);
});

test.each([
  "",
  "BATCH-",
  "BATCH-ABCDEFGH-",
  "%",
  "_".repeat(12),
  "x".repeat(20_000),
  "ORDER-",
  "'; --",
  "🂡🂡🂡🂡🂡",
])("the code %j finds nothing", async (code) => expect((await look(code)).orders).toEqual([]));

test("an imported order is found by ORDER- and the beginning of its id", async () => {
  const order = await addOrder(sql, { batch_id: null });
  const short = order.id.slice(0, 8).toUpperCase();
  for (const code of [`ORDER-${short}`, `order${short}`, short])
    expect((await look(code)).orders.map(({ id }) => id)).toContain(order.id);
});

test("arrived and received are two steps, each with its event, once", async () => {
  const order = await addOrder(sql);
  const arrivals = await Promise.all([arrive(order), arrive(order)]);
  expect(tally(arrivals.map(({ outcome }) => outcome))).toEqual({ arrived: 1, already_arrived: 1 });
  const arrived = arrivals.find(({ outcome }) => outcome === "arrived");
  const seen = (arrived ?? arrivals[0])?.order as StoredOrder;
  const received = await Promise.all([checkIn(seen, 10, { p_shelf: "A-3" }), checkIn(seen, 10)]);
  expect(tally(received.map(({ outcome }) => outcome))).toEqual({ received: 1, already_received: 1 });
  expect(received.find(({ outcome }) => outcome === "received")).toMatchObject({
    is_mismatch: false,
    order: { fulfillment_status: "grading", submission_status: "received", received_count: 10 },
  });
  const events = await eventsOf(sql, order.id);
  expect(events.map(({ type, message, public: shown }) => [type, message, shown])).toEqual([
    ["arrived", null, true],
    ["fulfillment_status", null, false],
    ["submission_status", null, true],
    ["counted", "We counted 10 of 10.", true],
  ]);
});

test("its owner reads of one check-in in the order in which it was done, the step after the count", async () => {
  const order = await addOrder(sql);
  await checkIn(order, 9, { p_condition: "damaged_outside" });
  const acts = await StaffActs.begin(sql);
  const shown = (await acts.shownTo(order.id))?.map(([type]) => type);
  expect(shown?.slice(0, 5)).toEqual([
    "arrived",
    "counted",
    "count_mismatch",
    "package_condition",
    "submission_status",
  ]);
  const [last] =
    await sql`select private.public_events(${order.id}, ${(shown?.length ?? 0) - 4}) -> 0 ->> 'type' as type`;
  expect(last?.type).toBe("submission_status");
});

test("a count that differs is on the order, on its timeline and among the exceptions; a recount mends it", async () => {
  const order = await addOrder(sql);
  const first = await checkIn(order, 9, { p_condition: "damaged_outside" });
  expect(first).toMatchObject({ outcome: "received", is_mismatch: true, order: { received_count: 9 } });
  const types = (await eventsOf(sql, order.id)).map(({ type }) => type);
  expect(types).toEqual(
    expect.arrayContaining(["arrived", "counted", "count_mismatch", "package_condition"]),
  );
  const exceptions = async () => {
    const api = personClient(member.accessToken);
    const page = await call<{ orders: { id: string }[] }>(api, "staff_list_orders", {
      p_search: order.batch_id,
      p_view: "exceptions",
    });
    return page.orders.some(({ id }) => id === order.id);
  };
  expect(await exceptions()).toBe(true);
  expect(await checkIn(first.order, 10)).toMatchObject({ outcome: "already_received" });
  const again = await checkIn(first.order, 10, { p_is_recount: true });
  expect(again).toMatchObject({
    outcome: "recounted",
    is_mismatch: false,
    order: { package_condition: "ok" },
  });
  expect(again.order.received_at).toBe(first.order.received_at);
  expect(await exceptions()).toBe(false);
});

test("a check-in takes nothing back that staff have set by hand, and notices a stale form", async () => {
  const order = await addOrder(sql, { fulfillment_status: "grading", submission_status: "shipped" });
  const arrived = await arrive(order);
  expect(await checkIn(order, 10)).toMatchObject({ outcome: "conflict", changes: [{ type: "arrived" }] });
  expect(await checkIn(arrived.order, 10)).toMatchObject({
    outcome: "received",
    order: { fulfillment_status: "grading", submission_status: "shipped" },
  });
});

test("a package without a batch is kept, and matched once", async () => {
  const { package: kept } = await write<{ package: { id: string; arrived_at: string } }>(
    "staff_add_package",
    {
      p_carrier: "ups",
      p_tracking_number: "1Z42",
      p_sender: " ",
      p_shelf: "B-1",
    },
  );
  expect(kept).toMatchObject({ carrier: "ups", sender: null, shelf_location: "B-1", order_id: null });
  // The desk shows the oldest, and other tests' packages lie there too.
  const [oldest] = await sql<{ arrived_at: Date }[]>`
    update packages set arrived_at = (select min(arrived_at) from packages) - interval '1 second'
    where id = ${kept.id} returning arrived_at`;
  expect((await look(null)).packages.map(({ id }) => id)).toContain(kept.id);
  const order = await addOrder(sql);
  const match = (orderId = order.id) =>
    write("staff_match_package", { p_package_id: kept.id, p_order_id: orderId });
  expect(await match(kept.id)).toEqual({ outcome: "order_not_found" });
  const outcomes = (await Promise.all([match(), match()])).map(({ outcome }) => outcome);
  expect(tally(outcomes)).toEqual({ matched: 1, already_matched: 1 });
  expect((await look(null)).packages.map(({ id }) => id)).not.toContain(kept.id);
  const [matched] = (await look(order.batch_id)).orders;
  expect(matched && new Date(String(matched.arrived_at))).toEqual(oldest?.arrived_at);
  expect((await eventsOf(sql, order.id)).map(({ type, public: shown }) => [type, shown])).toEqual([
    ["arrived", true],
    ["shelf_location", false],
    ["package_matched", false],
  ]);
});
