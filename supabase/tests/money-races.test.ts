import { aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import { addUser, exceptionsOf } from "../../sandbox/builders/rows";
import {
  aPaidSession,
  applyCheckout,
  applyRefund,
  aRefundableOrder,
  aReservation,
  reserve,
  reserveOrder,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

/* Runs each money function with two concurrent callers. The `.money.` tests race dozens of callers over many orders. */

const sql = connect();
let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});

const outcomesOf = async (calls: Promise<{ outcome: string }>[]) =>
  tally((await Promise.all(calls)).map(({ outcome }) => outcome));

test("reserve_order reserves one order for two calls with the same batch ID", async () => {
  const args = aReservation((await addUser(sql)).id);
  expect(await outcomesOf([reserve(args), reserve(args)])).toEqual({ reserved: 1, replay: 1 });
});

test("reserve_order opens one checkout for two calls of an account with different batch IDs", async () => {
  const { id } = await addUser(sql);
  const plan = { p_plan_type: "starter", p_num_cards: 1, p_monthly_limit: 1 };
  const both = [reserve(aReservation(id, plan)), reserve(aReservation(id, plan))];
  expect(await outcomesOf(both)).toEqual({ reserved: 1, open_checkout: 1 });
});

test("apply_checkout fulfills an order once when two deliveries of a payment arrive together", async () => {
  const order = await reserveOrder(null);
  const paid = aPaidSession(order, { p_session_id: aSessionId() });
  expect(await outcomesOf([applyCheckout(paid), applyCheckout(paid)])).toEqual({
    fulfilled: 1,
    duplicate: 1,
  });
  expect(
    await sql`select kind from outbox where dedupe_key = ${`order_confirmation:${order.id}`}`,
  ).toHaveLength(1);
});

test("apply_checkout records one of two sessions paid concurrently and reports the other to staff", async () => {
  const order = await reserveOrder(null);
  const both = [aSessionId(), aSessionId()].map((p_session_id) =>
    applyCheckout(aPaidSession(order, { p_session_id })),
  );
  expect(await outcomesOf(both)).toEqual({ fulfilled: 1, exception: 1 });
});

test("apply_adjustment records a charge once when two deliveries of its payment arrive together", async () => {
  const { charges } = await proposals.charged(null);
  const deliver = () =>
    charges.map(({ proposal, session, payment }) =>
      proposals.apply(proposal, session, { p_payment_intent_id: payment }),
    );
  expect(await outcomesOf([...deliver(), ...deliver()])).toEqual({
    fulfilled: charges.length,
    duplicate: charges.length,
  });
  for (const { proposal } of charges)
    expect(await proposals.one(proposal.id)).toMatchObject({ status: "paid" });
});

test("apply_adjustment records one of two sessions paid concurrently and reports the other to staff", async () => {
  const { charges } = await proposals.charged(null);
  const charge = charges.at(-1);
  if (!charge) throw new Error("no charge");
  const both = [charge.session, aSessionId()];
  const calls = both.map((session) =>
    proposals.apply(charge.proposal, session, { p_payment_intent_id: aPaymentIntentId() }),
  );
  expect(await outcomesOf(calls)).toEqual({ fulfilled: 1, exception: 1 });
  const waiting = await Promise.all(both.map((session) => exceptionsOf(sql, session)));
  expect(waiting.flat()).toMatchObject([{ reason: "second_payment" }]);
});

test("apply_refund records a refund once when two deliveries arrive together", async () => {
  const { intent } = await aRefundableOrder(sql);
  const {
    refunded,
    duplicate = 0,
    stale = 0,
  } = await outcomesOf([applyRefund(intent, 10_000), applyRefund(intent, 10_000)]);
  expect([refunded, duplicate + stale]).toEqual([1, 1]);
});

describe("ensure_stripe_customer", () => {
  const ensure = (userId: string, customer: string) =>
    call<{ stripe_customer_id: string }>(serverClient(), "ensure_stripe_customer", {
      p_user_id: userId,
      p_stripe_customer_id: customer,
    });

  test("returns the same customer to two calls that pass different customers", async () => {
    const { id } = await addUser(sql);
    const [one, other] = await Promise.all([ensure(id, `cus_${id}_1`), ensure(id, `cus_${id}_2`)]);
    expect(one).toEqual(other);
  });

  test("refuses another user's customer", async () => {
    const [one, other] = [await addUser(sql), await addUser(sql)];
    await ensure(one.id, `cus_${one.id}`);
    await expect(ensure(other.id, `cus_${one.id}`)).rejects.toThrow("23505");
  });
});
