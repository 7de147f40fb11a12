import { aPaymentIntentId } from "../../sandbox/builders/ids";
import { addException, exceptionsOf, storedOrder } from "../../sandbox/builders/rows";
import {
  applyRefund,
  aRefundableOrder,
  expectSomebodyWaits,
  nextFence,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
const setTo = (id: string, status: string) =>
  sql`update grading_orders set payment_status = ${status} where id = ${id}`;

test("an order that staff have set back stays unpaid when its full refund fails", async () => {
  const { order, intent } = await aRefundableOrder(sql);
  await applyRefund(intent, 10_000);
  await setTo(order.id, "unpaid");
  await applyRefund(intent, 0);
  expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "unpaid", refunded_cents: 0 });
});

test("an order that is canceled stays so when a part of its money goes back, or comes again", async () => {
  const { order, intent } = await aRefundableOrder(sql);
  await setTo(order.id, "canceled");
  for (const cents of [4_000, 1_000]) {
    await applyRefund(intent, cents);
    expect(await storedOrder(sql, order.id)).toMatchObject({
      payment_status: "canceled",
      refunded_cents: cents,
    });
  }
});

test("money that goes back puts no order before staff; that it came again does", async () => {
  const { order, intent } = await aRefundableOrder(sql);
  for (const [cents, review_reason] of [
    [4_000, null],
    [10_000, null],
    [4_000, "refund_failed"],
  ] as const) {
    await applyRefund(intent, cents);
    expect(await storedOrder(sql, order.id)).toMatchObject({ refunded_cents: cents, review_reason });
  }
});

test("a full refund of the other mode is told as that, not as too much", async () => {
  const { order, intent } = await aRefundableOrder(sql);
  expect(await applyRefund(intent, 10_000, { p_livemode: true })).toMatchObject({ outcome: "exception" });
  const [exception, ...more] = await exceptionsOf(sql, order.stripe_session_id);
  expect(more).toEqual([]);
  expect(exception).toMatchObject({ reason: "livemode_mismatch" });
});

test("an order that staff have set back to unpaid is canceled once all of its payment went back", async () => {
  const { order, intent } = await aRefundableOrder(sql);
  await setTo(order.id, "unpaid");
  await applyRefund(intent, 4_000);
  expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "unpaid", refunded_cents: 4_000 });
  await applyRefund(intent, 10_000);
  expect(await storedOrder(sql, order.id)).toMatchObject({
    payment_status: "canceled",
    refunded_cents: 10_000,
  });
});

test("what staff are setting at this moment is waited for", async () => {
  const { order, intent } = await aRefundableOrder(sql);
  let refunded: Promise<unknown> = Promise.resolve();
  await sql.begin(async (staff) => {
    await staff`update grading_orders set payment_status = 'unpaid' where id = ${order.id}`;
    refunded = applyRefund(intent, 10_000);
    await expectSomebodyWaits(staff);
  });
  await refunded;
  expect(await storedOrder(sql, order.id)).toMatchObject({
    payment_status: "canceled",
    refunded_cents: 10_000,
  });
});

test.each([
  ["payment", { p_payment_intent_id: null }],
  ["fence", { p_fence: null }],
])("what was read without a %s is refused as that, and changes nothing", async (_, without) => {
  const { order, intent } = await aRefundableOrder(sql);
  const refusal = "a read is about something and has a fence";
  await expect(applyRefund(intent, 10_000, without)).rejects.toThrow(refusal);
  const dispute = { p_payment_intent_id: intent, p_fence: await nextFence(), p_status: "lost", ...without };
  await expect(call(serverClient(), "apply_dispute", dispute)).rejects.toThrow(refusal);
  expect(await storedOrder(sql, order.id)).toMatchObject({ refunded_cents: 0, dispute_status: null });
});

test("a dispute is noted with the order that was paid, and with no other", async () => {
  const [disputed, other] = [await aRefundableOrder(sql), await aRefundableOrder(sql)];
  const args = { p_payment_intent_id: disputed.intent, p_fence: await nextFence(), p_status: "lost" };
  const answer = await call(serverClient(), "apply_dispute", args);
  expect(answer).toMatchObject({
    outcome: "noted",
    order: { id: disputed.order.id },
  });
  expect(await storedOrder(sql, disputed.order.id)).toMatchObject({ dispute_status: "lost" });
  expect(await storedOrder(sql, other.order.id)).toMatchObject({ dispute_status: null, review_reason: null });
});

test("a dispute that is told again answers with the order as staff are setting it at this moment", async () => {
  const { order, intent } = await aRefundableOrder(sql);
  const dispute = async () =>
    call(serverClient(), "apply_dispute", {
      p_payment_intent_id: intent,
      p_fence: await nextFence(),
      p_status: "lost",
    });
  await dispute();
  let again: Promise<unknown> = Promise.resolve();
  await sql.begin(async (staff) => {
    await staff`update grading_orders set payment_status = 'unpaid' where id = ${order.id}`;
    again = dispute();
    await expectSomebodyWaits(staff);
  });
  expect(await again).toMatchObject({ outcome: "duplicate", order: { payment_status: "unpaid" } });
});

test.each([
  ["an inquiry goes on", "warning_needs_response", "warning_under_review", ["dispute_opened"]],
  ["a dispute goes on", "needs_response", "under_review", ["dispute_opened"]],
  ["an inquiry becomes a dispute", "warning_needs_response", "needs_response", []],
  ["one that was won is opened again", "won", "needs_response", []],
])("that %s is news to staff only where it has another deadline", async (_, former, status, alarms_told) => {
  const { order, intent } = await aRefundableOrder(sql);
  const dispute = async (p_status: string) =>
    call(serverClient(), "apply_dispute", {
      ...{ p_payment_intent_id: intent, p_fence: await nextFence(), p_status },
    });
  await dispute(former);
  await sql`update order_admin set alarms_told = '{dispute_opened}' where order_id = ${order.id}`;
  await dispute(status);
  const [row] = await sql`select alarms_told from order_admin where order_id = ${order.id}`;
  expect(row).toEqual({ alarms_told });
});

test("what was settled of money that fits no order stays so by a dispute that is over, and by one of other money", async () => {
  const settled = async () => {
    const payment_intent_id = aPaymentIntentId();
    const resolved_at = new Date();
    return { id: await addException(sql, { detail: { payment_intent_id }, resolved_at }), payment_intent_id };
  };
  const [money, other] = [await settled(), await settled()];
  const dispute = async (p_status: string) => {
    const args = { p_payment_intent_id: money.payment_intent_id, p_fence: await nextFence(), p_status };
    expect(await call(serverClient(), "apply_dispute", args)).toMatchObject({ outcome: "noted" });
    return sql`select resolved_at is null as is_open, detail ->> 'dispute_status' as status
      from payment_exceptions where id in (${money.id}, ${other.id}) order by id`;
  };
  const untouched = { is_open: false, status: null };
  expect(await dispute("won")).toEqual([{ is_open: false, status: "won" }, untouched]);
  expect(await dispute("needs_response")).toEqual([{ is_open: true, status: "needs_response" }, untouched]);
  await sql`update payment_exceptions set resolved_at = now() where id = ${money.id}`;
});
