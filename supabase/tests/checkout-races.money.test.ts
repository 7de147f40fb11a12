import { brokenInvariants } from "../../sandbox/builders/broken-invariants";
import { aBatchId, aSessionId } from "../../sandbox/builders/ids";
import { SEED, seeded } from "../../sandbox/builders/random";
import { addUser } from "../../sandbox/builders/rows";
import {
  aPaidSession,
  applyCheckout,
  aReservation,
  type Order,
  reserve,
  reserveOrder,
  sessions,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";
import { deliveriesOf, drawCases, runInParallel } from "./stripe-cases";

// Thousands of calls.
jest.setTimeout(300_000);

const sql = connect();
const server = serverClient();

/** Reserves an order with a session that is not attached. */
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

test("fulfills once, with one email and event, when 100 deliveries arrive at once", async () => {
  for (let round = 0; round < 3; round++) {
    const order = await aReservedOrder();
    const delivery = aPaidSession(order);
    const answers = await Promise.all(Array.from({ length: 100 }, () => applyCheckout(delivery)));
    expect(tally(answers.map((answer) => answer.outcome))).toEqual({ fulfilled: 1, duplicate: 99 });
    expect(await confirmations(order.id)).toBe(1);
    expect(await paidEvents(order.id)).toBe(1);
  }
});

test("emails once that a delayed payment is on its way, regardless of how many deliveries report it", async () => {
  const order = await aReservedOrder();
  const delivery = { ...aPaidSession(order), ...sessions.delayed };
  await Promise.all(Array.from({ length: 20 }, () => applyCheckout(delivery)));
  const mails = await sql`select kind from outbox where payload ->> 'order_id' = ${order.id}`;
  expect(mails).toEqual([{ kind: "payment_pending" }]);
  await sql`update outbox set sent_at = now() where dedupe_key = ${`payment_pending:${order.id}`}`;
  await applyCheckout(delivery);
  expect(await confirmations(order.id)).toBe(1);
});

test("records one of two sessions paid at once and reports the other", async () => {
  for (let round = 0; round < 5; round++) {
    const order = await aReservedOrder();
    const answers = await Promise.all(
      [aSessionId(), aSessionId()].map((session) =>
        applyCheckout(aPaidSession(order, { p_session_id: session })),
      ),
    );
    expect(tally(answers.map((answer) => answer.outcome))).toEqual({ fulfilled: 1, exception: 1 });
    expect(await confirmations(order.id)).toBe(1);
  }
});

describe("thousands of duplicated, late and reordered deliveries", () => {
  /** Seed, orders, and repetitions of each delivery. */
  const sizes = [
    [42, 100, 4],
    [SEED, 300, 6],
  ] as const;

  test.each(sizes)("with seed %i bring each of %i orders to its right state", async (seed, count, again) => {
    const random = seeded(seed);
    const orders = await runInParallel(drawCases(count, random), async (story) => {
      const order = await aReservedOrder();
      return { order, story, paid: aPaidSession(order) };
    });
    const outcomes = await runInParallel(
      deliveriesOf(orders, again, random),
      async ({ page, said }) => (await applyCheckout({ ...page.paid, ...said })).outcome,
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

const CALLERS = 60;
const ROUNDS = 5;

const atOnce = <Result>(callers: number, one: (caller: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: callers }, (_, caller) => one(caller)));

test(`reserves one order for ${CALLERS} callers with one batch ID`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const user = await addUser(sql);
    const args = aReservation(user.id);
    const answers = await atOnce(CALLERS, () => reserve(args));
    expect(tally(answers.map((answer) => answer.outcome))).toEqual({ reserved: 1, replay: CALLERS - 1 });
    expect(new Set(answers.map((answer) => answer.order?.id)).size).toBe(1);
  }
});

test(`keeps one open reservation for ${CALLERS} callers of one owner`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const user = await addUser(sql);
    const answers = await atOnce(CALLERS, () => reserve(aReservation(user.id)));
    expect(tally(answers.map((answer) => answer.outcome))).toEqual({
      reserved: 1,
      open_checkout: CALLERS - 1,
    });
    expect(await sql`select 1 from grading_orders where user_id = ${user.id}`).toHaveLength(1);
  }
});

test(`gives one batch ID to one of ${CALLERS} owners without an error`, async () => {
  const users = await Promise.all(Array.from({ length: CALLERS }, () => addUser(sql)));
  const batch = aBatchId();
  const answers = await atOnce(CALLERS, (caller) =>
    reserve(aReservation(users[caller]?.id ?? null, { p_batch_id: batch })),
  );
  expect(tally(answers.map((answer) => answer.outcome))).toEqual({ reserved: 1, batch_taken: CALLERS - 1 });
});

/** Each caller wants `cards`, pays a reservation it gets, and retries while another is open. Returns how many paid. */
async function race(userId: string, callers: number, cards: number, limit: number): Promise<number> {
  const accepted = await atOnce(callers, async () => {
    for (let attempt = 0; attempt < 200; attempt++) {
      const { outcome, order } = await reserve(
        aReservation(userId, {
          p_plan_type: "starter",
          p_num_cards: cards,
          p_monthly_limit: limit,
          p_now: "2026-07-15T12:00:00Z",
        }),
      );
      if (outcome === "over_allowance") return 0;
      if (outcome === "open_checkout") continue;
      if (!order) throw new Error(`unexpected: ${outcome}`);
      await applyCheckout(aPaidSession(order, { p_session_id: aSessionId() }));
      return 1;
    }
    throw new Error("never got an answer");
  });
  return accepted.reduce<number>((sum, one) => sum + one, 0);
}

test.each([
  { limit: 100, prepaid: 99, cards: 1, callers: CALLERS, accepts: 1 },
  { limit: 500, prepaid: 499, cards: 1, callers: CALLERS, accepts: 1 },
  { limit: 100, prepaid: 90, cards: 7, callers: CALLERS, accepts: 1 },
  { limit: 1000, prepaid: 1, cards: 400, callers: 40, accepts: 2 },
  { limit: 20, prepaid: 1, cards: 3, callers: 30, accepts: 6 },
  { limit: 20, prepaid: 20, cards: 1, callers: CALLERS, accepts: 0 },
])(
  "accepts $accepts of $callers calls for $cards cards at limit $limit with $prepaid used",
  async ({ limit, prepaid, cards, callers, accepts }) => {
    const user = await addUser(sql);
    expect(await race(user.id, 1, prepaid, limit)).toBe(1);
    expect(await race(user.id, callers, cards, limit)).toBe(accepts);
    const [row] = await sql<{ cards: number }[]>`
      select sum(num_cards)::int as cards from grading_orders where user_id = ${user.id} and payment_status = 'paid'`;
    expect(row?.cards).toBe(prepaid + accepts * cards);
  },
);

test(`attaches one of ${CALLERS} sessions and returns it to all callers`, async () => {
  const user = await addUser(sql);
  const { order } = await reserve(aReservation(user.id));
  const answers = await atOnce(CALLERS, () =>
    call<{ attached: boolean; order: { stripe_session_id: string } }>(server, "attach_checkout_session", {
      p_order_id: order?.id,
      p_session_id: aSessionId(),
      p_attempt: 1,
    }),
  );
  expect(answers.filter((answer) => answer.attached)).toHaveLength(1);
  expect(new Set(answers.map((answer) => answer.order.stripe_session_id)).size).toBe(1);
});

test(`raises a failed attempt once for ${CALLERS} callers`, async () => {
  const user = await addUser(sql);
  const { order } = await reserve(aReservation(user.id));
  const answers = await atOnce(CALLERS, () =>
    call<{ order: { checkout_attempt: number } }>(server, "next_checkout_attempt", {
      p_order_id: order?.id,
      p_from_attempt: 1,
    }),
  );
  expect(new Set(answers.map((answer) => answer.order.checkout_attempt))).toEqual(new Set([2]));
  const late = { p_order_id: order?.id, p_session_id: aSessionId(), p_attempt: 1 };
  expect(await call(server, "attach_checkout_session", late)).toMatchObject({ attached: false });
});
