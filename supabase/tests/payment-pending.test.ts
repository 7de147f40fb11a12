import { listGuestPendingOrders } from "@/lib/orders/checkout/data";
import { aGuestKey, anEmail } from "@/sandbox/builders/ids";
import { storedOrder } from "@/sandbox/builders/rows";
import { aPaidSession, applyCheckout, attachCheckout, sessions } from "@/sandbox/builders/sql-functions";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();

const mailsOf = (id: string) =>
  sql<{ kind: string }[]>`select kind from outbox where payload ->> 'order_id' = ${id} order by id`;

/** A guest's order whose delayed payment has started. */
async function aPendingOrder(guestKey = aGuestKey()) {
  const order = await attachCheckout(null, { p_guest_key: guestKey });
  const email = anEmail();
  const page = aPaidSession(order, { p_email: ` ${email.toUpperCase()} ` });
  await applyCheckout({ ...page, ...sessions.delayed });
  return { order, email, page, guestKey };
}

test("keeps the email a guest typed on the payment page, and owes one email to it", async () => {
  const { order, email } = await aPendingOrder();
  expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "pending", guest_email: email });
  expect(await mailsOf(order.id)).toEqual([{ kind: "payment_pending" }]);
});

test.each([
  ["paid", ["order_confirmation"]],
  ["asyncFailed", []],
] as const)("drops the email when the payment is %s before it left", async (end, kinds) => {
  const { order, page } = await aPendingOrder();
  await applyCheckout({ ...page, ...sessions[end] });
  expect((await mailsOf(order.id)).map(({ kind }) => kind)).toEqual(kinds);
});

test("lists a guest's pending orders to the browser that placed them, until they are decided", async () => {
  const { order, page, guestKey } = await aPendingOrder();
  await aPendingOrder();
  expect(await listGuestPendingOrders(guestKey)).toEqual([
    {
      batch_id: order.batch_id,
      num_cards: 4,
      plan_type: "payg",
      stripe_session_id: order.stripe_session_id,
    },
  ]);
  expect(await listGuestPendingOrders(aGuestKey())).toEqual([]);
  await applyCheckout(page);
  expect(await listGuestPendingOrders(guestKey)).toEqual([]);
});
