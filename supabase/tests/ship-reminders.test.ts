import { aGuestKey, anEmail } from "../../sandbox/builders/ids";
import { addOrder, addOrders, addStuckRefund, type StoredOrder } from "../../sandbox/builders/rows";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();
const DAY = 86_400_000;

/** A time of each test's own, long ago, so that no other order is due. */
let year = 1901;
let paid: Date;
beforeEach(() => {
  paid = new Date(Date.UTC(year++, 5, 1, 10));
});

const run = async (day: number, limit = 200) =>
  (
    await call<{ done: number }>(server, "queue_ship_reminders", {
      p_limit: limit,
      p_now: new Date(paid.getTime() + day * DAY),
    })
  ).done;
const order = (columns: Record<string, unknown> = {}) =>
  addOrder(sql, { paid_at: paid, guest_key: aGuestKey(), guest_email: anEmail(), ...columns });
const mailsOf = async ({ id }: StoredOrder) =>
  (
    await sql<{ nth: number }[]>`select (payload ->> 'nth')::int as nth from outbox
      where kind = 'ship_reminder' and payload ->> 'order_id' = ${id} order by id`
  ).map(({ nth }) => nth);

test("are written on the third and the tenth day after the payment, once each", async () => {
  const awaited = await order();
  const runs: number[] = [];
  for (const day of [0, 2.99, 3, 3, 4, 9.99, 10, 10.1, 15, 40]) runs.push(await run(day));
  expect(runs).toEqual([0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
  expect(await mailsOf(awaited)).toEqual([1, 2]);
});

test.each([
  [5, [1]],
  // Too late for the first: the second is near.
  [8, []],
  [11, [2]],
  [22, []],
])("a job that was down until day %d sends one at most", async (day, mails) => {
  const awaited = await order();
  await run(day);
  await run(day + 0.001);
  expect(await mailsOf(awaited)).toEqual(mails);
});

test("reach whoever is left with every call, and several at once write none twice", async () => {
  const rows = await addOrders(sql, null, 23, () => ({
    paid_at: paid,
    guest_key: aGuestKey(),
    guest_email: anEmail(),
  }));
  expect(await run(3, 10)).toBe(10);
  const rest = await Promise.all([1, 2, 3, 4].map(() => run(3)));
  // Who met another's lock leaves that order to them, or to the next run.
  await run(3);
  expect(rest.reduce((sum, done) => sum + done, 10)).toBe(23);
  expect(tally((await Promise.all(rows.map(mailsOf))).map((mails) => mails.join()))).toEqual({ "1": 23 });
});

test.each<[string, Record<string, unknown>]>([
  ["shipped", { inbound_shipped_at: new Date() }],
  ["here", { arrived_at: new Date() }],
  ["canceled", { payment_status: "canceled" }],
  ["refunded in part", { refunded_cents: 100 }],
  ["disputed", { dispute_status: "needs_response" }],
])("none for an order that is %s", async (_, columns) => {
  const left = await order(columns);
  await run(3);
  await run(10);
  expect(await mailsOf(left)).toEqual([]);
});

test("none while a refund is under way, or its package is set aside; nor without an address", async () => {
  const refunding = await order();
  await addStuckRefund(sql, refunding.id);
  const aside = await order();
  await sql`insert into set_asides (order_id, reason, set_aside_by) values (${aside.id}, 'other', ${aside.id})`;
  const nobody = await order({ guest_email: null });
  await run(3);
  expect((await Promise.all([refunding, aside, nobody].map(mailsOf))).flat()).toEqual([]);
});

test.each([
  ["says to have shipped", { inbound_shipped_at: new Date() }],
  ["has a package here", { arrived_at: new Date() }],
  ["is refunded", { payment_status: "canceled" }],
])("one that has not left is forgotten when its order %s", async (_, columns) => {
  const awaited = await order();
  await run(3);
  expect(await mailsOf(awaited)).toEqual([1]);
  await sql`update grading_orders set ${sql(columns)} where id = ${awaited.id}`;
  expect(await mailsOf(awaited)).toEqual([]);
});
