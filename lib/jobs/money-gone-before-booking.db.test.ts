import { JobPhase } from "@/lib/jobs/job-phase";
import { reconcileEventsThatFailed } from "@/lib/jobs/reconcile-events";
import { confirmAdjustment } from "@/lib/orders/adjustments/confirm-adjustment";
import { openAdjustmentPage } from "@/lib/orders/adjustments/open-adjustment-page";
import { fulfilCheckout } from "@/lib/orders/checkout/fulfil-checkout";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { payAndFulfil, payPage } from "@/sandbox/builders/paid-page";
import { Proposals } from "@/sandbox/builders/proposals";
import { storedOrder } from "@/sandbox/builders/rows";
import { connect, lockReconcile } from "@/sandbox/builders/test-database";

/* Money that went back before its page was booked, by whoever is not sent again: the payer who comes back, or the job. */

const sql = connect();
const payments = ownPayments();
lockReconcile();
let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});

/** The job works what was noted of a page, a minute after the last try; answers what stays to be worked of it. */
async function workNotesOf(session: string): Promise<unknown[]> {
  await sql`update stripe_events set tried_at = tried_at - interval '2 minutes', received_at = '1856-01-01'
            where object_id = ${session} and processed_at is null`;
  const phase = new JobPhase("events", Date.now() + 30_000);
  await phase.run((part) => reconcileEventsThatFailed(part, { replayed: 0 }));
  return [...(await sql`select 1 from stripe_events where object_id = ${session} and processed_at is null`)];
}

/** What went back cannot be asked meanwhile. */
async function whileItCannotBeRead(work: () => Promise<unknown>): Promise<void> {
  await payments.fault({ path: "/v1/refunds", method: "GET", status: 500, times: null });
  await expect(work()).rejects.toMatchObject({ status: 503 });
  await payments.mend();
}

test("of an order: it is booked as paid, and as refunded as soon as that can be read", async () => {
  const { order, session, payment } = await payPage(payments);
  await payments.stripe.refunds.create({ payment_intent: payment });
  await whileItCannotBeRead(() => fulfilCheckout(session));
  expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "paid", refunded_cents: 0 });
  expect(await workNotesOf(session)).toEqual([]);
  expect(await storedOrder(sql, order.id)).toMatchObject({
    payment_status: "canceled",
    refunded_cents: 10_000,
  });
});

/** A charge on top whose page was paid, and of which nobody has heard. */
async function paidCharge() {
  const { order } = await payAndFulfil(payments);
  await proposals.acts.checkIn(order.id, 6);
  const [asked] = await proposals.of(order);
  if (!asked) throw new Error("nothing was asked");
  const decider = { userId: null, guestKey: order.guest_key, tokenHash: null };
  await openAdjustmentPage(asked.id, decider, asked.amount_cents, "/track/x");
  const session = String((await proposals.one(asked.id)).stripe_session_id);
  await payments.pay(session);
  const { payment_intent: intent } = await payments.stripe.checkout.sessions.retrieve(session);
  return { asked, decider, session, payment: String(intent) };
}

test("of a charge on top: the page that its payer comes back to books both", async () => {
  const { asked, decider, payment } = await paidCharge();
  await payments.stripe.refunds.create({ payment_intent: payment });
  await confirmAdjustment(asked.id, decider);
  expect(await proposals.one(asked.id)).toMatchObject({ status: "refunded", refunded_cents: 5000 });
});

test("of a charge on top, that cannot be read then: the job books it", async () => {
  const { asked, decider, session, payment } = await paidCharge();
  await payments.stripe.refunds.create({ payment_intent: payment });
  await whileItCannotBeRead(() => confirmAdjustment(asked.id, decider));
  expect(await proposals.one(asked.id)).toMatchObject({ status: "paid", refunded_cents: 0 });
  expect(await workNotesOf(session)).toEqual([]);
  expect(await proposals.one(asked.id)).toMatchObject({ status: "refunded", refunded_cents: 5000 });
});
