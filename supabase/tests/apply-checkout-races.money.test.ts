import { brokenInvariants } from "../../sandbox/builders/broken-invariants";
import { aSessionId } from "../../sandbox/builders/ids";
import { SEED, seeded } from "../../sandbox/builders/random";
import { addUser } from "../../sandbox/builders/rows";
import {
  type Application,
  aPaidSession,
  type Order,
  reserveOrder,
  sessions,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";
import { deliveriesOf, drawCases, together } from "./stripe-cases";

// Thousands of calls: leave a loaded machine its time.
jest.setTimeout(300_000);

const sql = connect();
const server = serverClient();

/** A reserved order with a payment page that is not attached to it. */
async function aReservedOrder(): Promise<Order> {
  const user = await addUser(sql);
  return { ...(await reserveOrder(user.id)), stripe_session_id: aSessionId() };
}

const count = async (query: Promise<{ n: number }[]>) => (await query)[0]?.n;
const paidEvents = (id: string) =>
  count(sql<{ n: number }[]>`select count(*)::int as n from order_events
    where order_id = ${id} and type = 'payment_status' and to_value = 'paid'`);
const confirmations = (id: string) =>
  count(sql<{ n: number }[]>`select count(*)::int as n from outbox where payload ->> 'order_id' = ${id}`);

test("100 deliveries of one session at once: fulfilled once, mailed once, one event", async () => {
  for (let round = 0; round < 3; round++) {
    const order = await aReservedOrder();
    const delivery = aPaidSession(order);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => call<Application>(server, "apply_checkout", delivery)),
    );
    expect(tally(answers.map((answer) => answer.outcome))).toEqual({ fulfilled: 1, duplicate: 99 });
    expect(await confirmations(order.id)).toBe(1);
    expect(await paidEvents(order.id)).toBe(1);
  }
});

test("emails once that a delayed payment is on its way, however many deliveries report it", async () => {
  const order = await aReservedOrder();
  const delivery = { ...aPaidSession(order), ...sessions.delayed };
  await Promise.all(Array.from({ length: 20 }, () => call<Application>(server, "apply_checkout", delivery)));
  const mails = await sql`select kind from outbox where payload ->> 'order_id' = ${order.id}`;
  expect(mails).toEqual([{ kind: "payment_pending" }]);
  await sql`update outbox set sent_at = now() where dedupe_key = ${`payment_pending:${order.id}`}`;
  await call<Application>(server, "apply_checkout", delivery);
  expect(await confirmations(order.id)).toBe(1);
});

test("two sessions of one order paid at once: one counts, the other is an exception", async () => {
  for (let round = 0; round < 5; round++) {
    const order = await aReservedOrder();
    const answers = await Promise.all(
      [aSessionId(), aSessionId()].map((session) =>
        call<Application>(server, "apply_checkout", aPaidSession(order, { p_session_id: session })),
      ),
    );
    expect(tally(answers.map((answer) => answer.outcome))).toEqual({ fulfilled: 1, exception: 1 });
    expect(await confirmations(order.id)).toBe(1);
  }
});

describe("thousands of deliveries, duplicated, late and out of order", () => {
  /** Orders, and how often what was said of each is said again. */
  const sizes = [
    [42, 100, 4],
    [SEED, 300, 6],
  ] as const;

  test.each(sizes)("seed %i, %i orders: every order ends in the right state", async (seed, count, again) => {
    const random = seeded(seed);
    const orders = await together(drawCases(count, random), async (story) => {
      const order = await aReservedOrder();
      return { order, story, paid: aPaidSession(order) };
    });
    const outcomes = await together(
      deliveriesOf(orders, again, random),
      async ({ page, said }) =>
        (await call<Application>(server, "apply_checkout", { ...page.paid, ...said })).outcome,
    );

    const expected = new Map(orders.map(({ order, story }) => [order.id, story.end]));
    const ids = [...expected.keys()];
    const rows = await sql<
      { id: string; payment_status: string; total_paid: string | null; mails: number; paid: number }[]
    >`
      select o.id, o.payment_status, o.total_paid,
        (select count(*)::int from outbox b where b.dedupe_key = 'order_confirmation:' || o.id) as mails,
        (select count(*)::int from order_events e
         where e.order_id = o.id and e.type = 'payment_status' and e.to_value = 'paid') as paid
      from grading_orders o where o.id = any(${ids}::uuid[])`;
    expect(rows).toHaveLength(count);
    for (const row of rows) {
      const once = expected.get(row.id) === "paid" ? 1 : 0;
      expect(row).toEqual({
        id: row.id,
        payment_status: expected.get(row.id),
        total_paid: once ? "100.00" : null,
        mails: once,
        paid: once,
      });
    }
    expect(tally(outcomes).fulfilled).toBe([...expected.values()].filter((state) => state === "paid").length);
    expect(tally(outcomes).exception).toBeUndefined();
    const taken = orders
      .filter(({ story }) => story.end === "paid")
      .map(({ order, paid }) => ({
        order: order.id,
        session: String(paid.p_session_id),
        payment: String(paid.p_payment_intent_id),
        cents: 10_000,
        refundedCents: 0,
      }));
    expect(await brokenInvariants(sql, ids, taken)).toEqual([]);
  });
});
