import { aSessionId } from "../../sandbox/builders/ids";
import { addUser, storedOrder } from "../../sandbox/builders/rows";
import { aPaidSession, applyCheckout, attachCheckout, sessions } from "../../sandbox/builders/sql-functions";
import { connect } from "../../sandbox/builders/test-database";

/*
 * A debit that was ordered on a payment page takes days, and may be decided after its order was canceled, failed or paid
 * otherwise: it is written down, so that the job asks about it.
 */
const sql = connect();

const awaitedOf = (session: unknown) =>
  sql<{ order_id: string; days: number }[]>`
    select order_id, round(extract(epoch from until - now()) / 86400)::integer as days from awaited_debits
    where session_id = ${String(session)}`;

/** An order with an open page, and another with a debit that somebody else awaits. */
async function someDebits() {
  const [order, other] = await Promise.all([1, 2].map(async () => attachCheckout((await addUser(sql)).id)));
  if (!order || !other) throw new Error("No orders.");
  await applyCheckout({ ...aPaidSession(other), ...sessions.delayed });
  return { order, other, page: aPaidSession(order) };
}

test("it is asked about for three weeks from the moment it was first heard of", async () => {
  const { order, page } = await someDebits();
  await applyCheckout({ ...page, ...sessions.delayed });
  expect(await awaitedOf(page.p_session_id)).toEqual([{ order_id: order.id, days: 21 }]);
  await sql`update awaited_debits set until = now() + interval '3 days' where session_id = ${String(page.p_session_id)}`;
  await applyCheckout({ ...page, ...sessions.delayed });
  expect(await awaitedOf(page.p_session_id)).toEqual([{ order_id: order.id, days: 3 }]);
});

test("also where its order was canceled meanwhile, or paid by another page", async () => {
  const { order, page } = await someDebits();
  await applyCheckout({ ...page, ...sessions.expired });
  await applyCheckout({ ...page, ...sessions.delayed });
  expect((await storedOrder(sql, order.id)).payment_status).toBe("canceled");
  expect(await awaitedOf(page.p_session_id)).toHaveLength(1);
  const former = aSessionId();
  await applyCheckout(page);
  await applyCheckout({ ...page, ...sessions.delayed, p_session_id: former });
  expect((await storedOrder(sql, order.id)).payment_status).toBe("paid");
  expect(await awaitedOf(page.p_session_id)).toEqual([]);
  expect(await awaitedOf(former)).toMatchObject([{ order_id: order.id }]);
});

test.each(["paid", "asyncFailed"] as const)(
  "it is forgotten when it is %s, and no other one with it",
  async (end) => {
    const { other, page } = await someDebits();
    await applyCheckout({ ...page, ...sessions.delayed });
    await applyCheckout({ ...page, ...sessions[end] });
    expect(await awaitedOf(page.p_session_id)).toEqual([]);
    expect(await awaitedOf(other.stripe_session_id)).toHaveLength(1);
  },
);

test.each(["open", "expired"] as const)("a page that is %s has none", async (state) => {
  const { page } = await someDebits();
  await applyCheckout({ ...page, ...sessions[state] });
  expect(await awaitedOf(page.p_session_id)).toEqual([]);
});

test("nor has one that fits no order of ours, which staff are told of", async () => {
  const { page } = await someDebits();
  const answer = await applyCheckout({ ...page, ...sessions.delayed, p_livemode: true });
  expect(answer).toMatchObject({ outcome: "exception", reason: "livemode_mismatch" });
  expect(await awaitedOf(page.p_session_id)).toEqual([]);
});
