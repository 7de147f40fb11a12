import { fulfilCheckout } from "@/lib/orders/checkout/fulfil-checkout";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { type PaidPage, payAndFulfil, payPage } from "@/sandbox/builders/paid-page";
import { storedOrder } from "@/sandbox/builders/rows";
import { connect } from "@/sandbox/builders/test-database";

/* Money that went back, or is disputed, before anybody heard that it was paid: no other word of it will come. */

const sql = connect();
const payments = ownPayments();

const stored = ({ order }: PaidPage) => storedOrder(sql, order.id);
const giveBack = ({ payment }: PaidPage, amount: number) =>
  payments.stripe.refunds.create({ payment_intent: payment, amount });
const dispute = ({ payment }: PaidPage) => payments.control("/disputes", { payment_intent: payment });

test.each([
  [2_500, "paid"],
  [10_000, "canceled"],
])("a page of which %i cents went back before it was booked: the order is %s", async (cents, status) => {
  const paid = await payPage(payments);
  await giveBack(paid, cents);
  expect((await fulfilCheckout(paid.session)).outcome).toBe("fulfilled");
  expect(await stored(paid)).toMatchObject({ payment_status: status, refunded_cents: cents });
});

test("an order that was set to paid by hand takes its payment over with all that went back of it", async () => {
  const paid = await payPage(payments);
  await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = 100,
    stripe_session_id = ${paid.session}, reservation_expires_at = null where id = ${paid.order.id}`;
  await giveBack(paid, 10_000);
  await fulfilCheckout(paid.session);
  expect(await stored(paid)).toMatchObject({
    payment_status: "canceled",
    stripe_payment_intent_id: paid.payment,
    refunded_cents: 10_000,
  });
});

test("a payment that was disputed before it was booked is known to be, whatever else is disputed", async () => {
  const [paid, other] = [await payPage(payments), await payPage(payments)];
  await dispute(paid);
  await dispute(other);
  await fulfilCheckout(paid.session);
  expect(await stored(paid)).toMatchObject({ payment_status: "paid", dispute_status: "needs_response" });
  expect(await stored(other)).toMatchObject({ payment_status: "unpaid", dispute_status: null });
});

test("is read again with a page that was booked, when it could not be read before", async () => {
  const paid = await payPage(payments);
  await giveBack(paid, 10_000);
  const event = `evt_${paid.payment}`;
  await sql`insert into stripe_events (event_id, type, livemode) values (${event}, 'checkout.session.completed', false)`;
  const isWorked = async () =>
    (await sql`select processed_at from stripe_events where event_id = ${event}`)[0]?.processed_at !== null;
  await payments.fault({ path: "/v1/refunds", status: 500, times: null });
  await expect(fulfilCheckout(paid.session, event)).rejects.toMatchObject({ status: 503 });
  expect(await stored(paid)).toMatchObject({ payment_status: "paid" });
  expect(await isWorked()).toBe(false);
  await payments.mend();
  expect(await fulfilCheckout(paid.session, event)).toMatchObject({ outcome: "duplicate" });
  expect(await stored(paid)).toMatchObject({ payment_status: "canceled", refunded_cents: 10_000 });
});

/** What was asked of a payment, of "refunds" and "disputes". */
async function askedOf({ payment }: PaidPage): Promise<string[]> {
  const asked = await Promise.all(
    ["refunds", "disputes"].map(async (of) => {
      const requests = await payments.requests("GET", `/v1/${of}`);
      return requests.some(({ params }) => params.payment_intent === payment) ? of : [];
    }),
  );
  return asked.flat();
}

test("nothing more is asked about a payment of which nothing went back", async () => {
  expect(await askedOf(await payAndFulfil(payments))).toEqual([]);
});

test("of one that is disputed no refund is read, of one that went back no dispute", async () => {
  const [disputed, refunded] = [await payPage(payments), await payPage(payments)];
  await dispute(disputed);
  await giveBack(refunded, 2_500);
  for (const { session } of [disputed, refunded]) await fulfilCheckout(session);
  expect(await askedOf(disputed)).toEqual(["disputes"]);
  expect(await askedOf(refunded)).toEqual(["refunds"]);
});
