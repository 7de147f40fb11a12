import { aBatchId, aSessionId } from "../../sandbox/builders/ids";
import { addUser } from "../../sandbox/builders/rows";
import { aPaidSession, aReservation, reserve } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

const CALLERS = 60;
const ROUNDS = 5;

// Thousands of calls: leave a loaded machine its time.
jest.setTimeout(120_000);

const sql = connect();
const server = serverClient();
const together = <Result>(callers: number, one: (caller: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: callers }, (_, caller) => one(caller)));

test(`one batch id, ${CALLERS} callers: one order`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const user = await addUser(sql);
    const args = aReservation(user.id);
    const answers = await together(CALLERS, () => reserve(args));
    expect(tally(answers.map((answer) => answer.outcome))).toEqual({ reserved: 1, replay: CALLERS - 1 });
    expect(new Set(answers.map((answer) => answer.order?.id)).size).toBe(1);
  }
});

test(`other batch ids, one owner, ${CALLERS} callers: one live reservation`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const user = await addUser(sql);
    const answers = await together(CALLERS, () => reserve(aReservation(user.id)));
    expect(tally(answers.map((answer) => answer.outcome))).toEqual({
      reserved: 1,
      open_checkout: CALLERS - 1,
    });
    expect(await sql`select 1 from grading_orders where user_id = ${user.id}`).toHaveLength(1);
  }
});

test(`one batch id, ${CALLERS} owners: one of them gets it, nobody sees a failure`, async () => {
  const users = await Promise.all(Array.from({ length: CALLERS }, () => addUser(sql)));
  const batch = aBatchId();
  const answers = await together(CALLERS, (caller) =>
    reserve(aReservation(users[caller]?.id ?? null, { p_batch_id: batch })),
  );
  expect(tally(answers.map((answer) => answer.outcome))).toEqual({ reserved: 1, batch_taken: CALLERS - 1 });
});

/** Everybody wants `cards`; who gets a reservation pays, who meets an open one asks again until there is no quota. */
async function race(userId: string, callers: number, cards: number, limit: number): Promise<number> {
  const accepted = await together(callers, async () => {
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
      await call(server, "apply_checkout", aPaidSession(order, { p_session_id: aSessionId() }));
      return 1;
    }
    throw new Error("never got an answer");
  });
  return accepted.reduce<number>((sum, one) => sum + one, 0);
}

test.each([
  { limit: 100, prepaid: 99, cards: 1, callers: CALLERS, rounds: 1, accepts: 1 },
  { limit: 500, prepaid: 499, cards: 1, callers: CALLERS, rounds: 1, accepts: 1 },
  { limit: 100, prepaid: 90, cards: 7, callers: CALLERS, rounds: 1, accepts: 1 },
  { limit: 1000, prepaid: 1, cards: 400, callers: 40, rounds: 1, accepts: 2 },
  { limit: 20, prepaid: 1, cards: 3, callers: 30, rounds: 1, accepts: 6 },
  { limit: 20, prepaid: 20, cards: 1, callers: CALLERS, rounds: 1, accepts: 0 },
])("limit $limit with $prepaid used, $callers callers for $cards: $accepts accepted", async (shape) => {
  for (let round = 0; round < shape.rounds; round++) {
    const user = await addUser(sql);
    expect(await race(user.id, 1, shape.prepaid, shape.limit)).toBe(1);
    expect(await race(user.id, shape.callers, shape.cards, shape.limit)).toBe(shape.accepts);
    const [row] = await sql<{ cards: number }[]>`
      select sum(num_cards)::int as cards from grading_orders where user_id = ${user.id} and payment_status = 'paid'`;
    expect(row?.cards).toBe(shape.prepaid + shape.accepts * shape.cards);
  }
});

test(`${CALLERS} callers attach sessions of their own: one is attached, the others are told`, async () => {
  const user = await addUser(sql);
  const { order } = await reserve(aReservation(user.id));
  const answers = await together(CALLERS, () =>
    call<{ attached: boolean; order: { stripe_session_id: string } }>(server, "attach_checkout_session", {
      p_order_id: order?.id,
      p_session_id: aSessionId(),
      p_attempt: 1,
    }),
  );
  expect(answers.filter((answer) => answer.attached)).toHaveLength(1);
  expect(new Set(answers.map((answer) => answer.order.stripe_session_id)).size).toBe(1);
});

test(`${CALLERS} callers leave a spoiled attempt: it is raised once`, async () => {
  const user = await addUser(sql);
  const { order } = await reserve(aReservation(user.id));
  const answers = await together(CALLERS, () =>
    call<{ order: { checkout_attempt: number } }>(server, "next_checkout_attempt", {
      p_order_id: order?.id,
      p_from_attempt: 1,
    }),
  );
  expect(new Set(answers.map((answer) => answer.order.checkout_attempt))).toEqual(new Set([2]));
  const late = { p_order_id: order?.id, p_session_id: aSessionId(), p_attempt: 1 };
  expect(await call(server, "attach_checkout_session", late)).toMatchObject({ attached: false });
});
