import { JobPhase } from "@/lib/jobs/job-phase";
import { reconcileFailedEvents } from "@/lib/jobs/reconcile-events";
import { confirmAdjustment } from "@/lib/orders/adjustments/open-adjustment-checkout";
import { syncCharge } from "@/lib/orders/charges/sync-charge";
import { fulfillCheckout } from "@/lib/orders/checkout/fulfill-checkout";
import { readSession } from "@/lib/stripe/sessions";
import { catchLog } from "@/sandbox/builders/caught-log";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { payCharge, payCheckout } from "@/sandbox/builders/paid-checkout";
import { Proposals } from "@/sandbox/builders/proposals";
import { storedOrder } from "@/sandbox/builders/rows";
import { connect, emptyTables } from "@/sandbox/builders/test-database";

const sql = connect();
emptyTables(sql);
const payments = ownPayments();
const logged = catchLog();

const mockDue = "1857-01-01T00:00:00.000Z";
jest.mock("@/lib/supabase/service", () =>
  jest.requireActual("@/sandbox/builders/job-service").jobService(() => ({ due: mockDue })),
);

let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});

const deliveriesOf = async (session: string) => [
  ...(await sql<{ attempts: number; last_error: string | null }[]>`
    select attempts, last_error from stripe_events where object_id = ${session} and processed_at is null`),
];

async function processDeliveriesOf(session: string): Promise<void> {
  await sql`update stripe_events set received_at = ${mockDue}, tried_at = ${mockDue}::timestamptz - interval '1 minute'
            where object_id = ${session} and processed_at is null`;
  const phase = new JobPhase("events", Date.now() + 30_000);
  await phase.run((part) => reconcileFailedEvents(part, { replayed: 0 }));
}

async function whileUnreadable(of: "refunds" | "disputes", work: () => Promise<unknown>): Promise<void> {
  await payments.fault({ path: `/v1/${of}`, method: "GET", status: 500, times: null });
  await work();
  await payments.mend();
}

const refund = (payment: string) => payments.stripe.refunds.create({ payment_intent: payment });

describe("an order refunded before its payment is recorded", () => {
  async function refundedAtOnce() {
    const paid = await payCheckout(payments);
    await refund(paid.payment);
    return { ...paid, stored: () => storedOrder(sql, paid.order.id) };
  }
  const refunded = { payment_status: "canceled", refunded_cents: 10_000 };

  test("leaves an unreadable refund to the job, however often it is requested", async () => {
    const { session, payment, stored } = await refundedAtOnce();
    await whileUnreadable("refunds", async () => {
      for (let asked = 0; asked < 22; asked++) await fulfillCheckout(session);
    });
    expect(logged("charge.not_read")).toHaveLength(22);
    expect(logged("charge.not_read")[0]).toMatchObject({ payment });
    expect(await stored()).toMatchObject({ payment_status: "paid", refunded_cents: 0 });
    expect(await deliveriesOf(session)).toMatchObject([
      { attempts: 1, last_error: expect.stringMatching(/^The payment service isn't responding/) },
    ]);
    await processDeliveriesOf(session);
    expect(await stored()).toMatchObject(refunded);
    expect(await deliveriesOf(session)).toEqual([]);
  });

  test("reads a refund again that became unreadable", async () => {
    const { session } = await refundedAtOnce();
    await fulfillCheckout(session);
    await whileUnreadable("refunds", () => fulfillCheckout(session));
    expect(await deliveriesOf(session)).toHaveLength(1);
    await processDeliveriesOf(session);
    expect(await deliveriesOf(session)).toEqual([]);
  });

  test("records a delivery before the payment, except for a webhook", async () => {
    const { session: id } = await refundedAtOnce();
    const session = await readSession(id);
    if (!session) throw new Error("no such page");
    const fails = () => Promise.reject(new Error("killed"));
    await expect(syncCharge(session, "evt_1", fails)).rejects.toThrow("killed");
    expect(await deliveriesOf(id)).toEqual([]);
    await expect(syncCharge(session, null, fails)).rejects.toThrow("killed");
    expect(await deliveriesOf(id)).toHaveLength(1);
  });

  test("leaves an unreadable dispute to the job", async () => {
    const { order, session, payment } = await payCheckout(payments);
    await payments.control("/disputes", { payment_intent: payment });
    await whileUnreadable("disputes", () => fulfillCheckout(session));
    const stored = () => storedOrder(sql, order.id);
    expect(await stored()).toMatchObject({ payment_status: "paid", dispute_status: null });
    await processDeliveriesOf(session);
    expect(await stored()).toMatchObject({ dispute_status: "needs_response" });
  });
});

describe("an extra charge refunded before its payment is recorded", () => {
  async function refundedAtOnce() {
    const { asked, decider, session, payment } = await payCharge(proposals, payments);
    await refund(payment);
    return {
      session,
      comeBack: () => confirmAdjustment(asked.id, decider),
      stored: () => proposals.one(asked.id),
    };
  }

  test("confirms the payment and leaves an unreadable refund to the job", async () => {
    const { session, comeBack, stored } = await refundedAtOnce();
    await whileUnreadable("refunds", async () => expect(await comeBack()).toEqual({ status: "paid" }));
    expect(await stored()).toMatchObject({ status: "paid", refunded_cents: 0 });
    await processDeliveriesOf(session);
    expect(await stored()).toMatchObject({ status: "refunded", refunded_cents: 5000 });
    expect(await deliveriesOf(session)).toEqual([]);
  });
});
