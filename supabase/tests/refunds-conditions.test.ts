import { aPaymentIntentId } from "../../sandbox/builders/ids";
import { addUser, exceptionsOf, storedOrder } from "../../sandbox/builders/rows";
import {
  aPaidSession,
  applyCheckout,
  attachCheckout,
  expectSomebodyWaits,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

const refund = async (intent: string, cents: number, changes: Record<string, unknown> = {}) =>
  call<{ outcome: string }>(server, "apply_refund", {
    p_payment_intent_id: intent,
    p_fence: await call<number>(server, "next_read_fence"),
    p_refunded_cents: cents,
    p_livemode: false,
    p_expected_livemode: false,
    ...changes,
  });

/** A paid order of four cards at $25. */
async function aRefundableOrder() {
  const order = await attachCheckout((await addUser(sql)).id);
  const intent = aPaymentIntentId();
  await applyCheckout(aPaidSession(order, { p_payment_intent_id: intent }));
  return { order, intent };
}
const setTo = (id: string, status: string) =>
  sql`update grading_orders set payment_status = ${status} where id = ${id}`;

test("an order that staff have set back stays unpaid when its full refund fails", async () => {
  const { order, intent } = await aRefundableOrder();
  await refund(intent, 10_000);
  await setTo(order.id, "unpaid");
  await refund(intent, 0);
  expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "unpaid", refunded_cents: 0 });
});

test("an order that is canceled stays so when a part of its money goes back, or comes again", async () => {
  const { order, intent } = await aRefundableOrder();
  await setTo(order.id, "canceled");
  for (const cents of [4_000, 1_000]) {
    await refund(intent, cents);
    expect(await storedOrder(sql, order.id)).toMatchObject({
      payment_status: "canceled",
      refunded_cents: cents,
    });
  }
});

test("a full refund of the other mode is told as that, not as too much", async () => {
  const { order, intent } = await aRefundableOrder();
  expect(await refund(intent, 10_000, { p_livemode: true })).toMatchObject({ outcome: "exception" });
  const [exception, ...more] = await exceptionsOf(sql, order.stripe_session_id);
  expect(more).toEqual([]);
  expect(exception).toMatchObject({ reason: "livemode_mismatch" });
});

test("what staff are setting at this moment is waited for", async () => {
  const { order, intent } = await aRefundableOrder();
  let refunded: Promise<unknown> = Promise.resolve();
  await sql.begin(async (staff) => {
    await staff`update grading_orders set payment_status = 'unpaid' where id = ${order.id}`;
    refunded = refund(intent, 10_000);
    await expectSomebodyWaits(staff);
  });
  await refunded;
  expect(await storedOrder(sql, order.id)).toMatchObject({
    payment_status: "unpaid",
    refunded_cents: 10_000,
  });
});
