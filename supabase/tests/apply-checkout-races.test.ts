import { brokenInvariants } from "../../sandbox/builders/broken-invariants";
import { aSessionId } from "../../sandbox/builders/ids";
import { SEED, seeded, shuffle } from "../../sandbox/builders/random";
import { addUser } from "../../sandbox/builders/rows";
import { sized } from "../../sandbox/builders/size";
import {
  type Application,
  aPaidSession,
  type Order,
  reserveOrder,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

// Thousands of calls: leave a loaded machine its time.
jest.setTimeout(sized(120_000, 600_000));

const sql = connect(20);
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
  for (let round = 0; round < sized(1, 6); round++) {
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

test("two sessions of one order paid at once: one counts, the other is an exception", async () => {
  for (let round = 0; round < sized(3, 10); round++) {
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
  const open = { p_session_status: "open", p_payment_status: "unpaid" };
  const delayed = { p_session_status: "complete", p_payment_status: "unpaid" };
  const paid = { p_session_status: "complete", p_payment_status: "paid" };
  const failed = { ...delayed, p_async_failed: true };
  const expired = { p_session_status: "expired", p_payment_status: "unpaid" };
  /** All that Stripe says about one session, and what the order must come to in whatever order it is heard. */
  const stories = [
    { said: [open, paid], state: "paid", share: 0.55 },
    { said: [open, delayed, paid], state: "paid", share: 0.7 },
    { said: [open, delayed, failed], state: "failed", share: 0.8 },
    { said: [open, delayed, failed, paid], state: "paid", share: 0.85 },
    { said: [open, expired], state: "canceled", share: 0.95 },
    { said: [open, expired, paid], state: "paid", share: 1 },
  ];

  /** Orders, and how often what was said of each is said again. */
  const sizes = sized(
    [[SEED, 60, 4]] as const,
    [
      [42, 150, 4],
      [2026, 150, 4],
      [SEED, 1_000, 8],
    ] as const,
  );

  /** Does the work of a queue with 32 hands. */
  async function together<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>) {
    const queue = [...items];
    const results: Result[] = [];
    const hand = async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) results.push(await work(next));
    };
    await Promise.all(Array.from({ length: 32 }, hand));
    return results;
  }

  test.each(sizes)("seed %i, %i orders: every order ends in the right state", async (seed, count, again) => {
    const random = seeded(seed);
    const told = Array.from({ length: count }, () => {
      const drawn = random();
      const story = stories.find((one) => drawn < one.share);
      if (!story) throw new Error("no story");
      return story;
    });
    const orders = await together(told, async (story) => {
      const order = await aReservedOrder();
      return { order, story, paid: aPaidSession(order) };
    });
    const deliveries = orders.flatMap(({ paid: base, story }) => {
      const repeats = Array.from(
        { length: again },
        () => story.said[Math.floor(random() * story.said.length)],
      );
      return [...story.said, ...repeats].map((said) => ({ ...base, ...said }));
    });
    expect(deliveries.length).toBeGreaterThanOrEqual(count * (again + 2));
    const outcomes = await together(
      shuffle(deliveries, random),
      async (delivery) => (await call<Application>(server, "apply_checkout", delivery)).outcome,
    );

    const expected = new Map(orders.map(({ order, story }) => [order.id, story.state]));
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
      .filter(({ story }) => story.state === "paid")
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
