import { handleEvent } from "@/lib/jobs/handle-event";
import { reconcile } from "@/lib/jobs/reconcile";
import { fulfillCheckout } from "@/lib/orders/checkout/fulfill-checkout";
import { brokenInvariants, type CollectedPayment } from "@/sandbox/builders/broken-invariants";
import { catchLog } from "@/sandbox/builders/caught-log";
import { MissedWork } from "@/sandbox/builders/missed-work";
import { ownPayments } from "@/sandbox/builders/own-payments";
import type { PaidCheckout } from "@/sandbox/builders/paid-checkout";
import { waitUntil } from "@/sandbox/builders/product";
import { confirmationsOf } from "@/sandbox/builders/rows";
import { connect, emptyTables } from "@/sandbox/builders/test-database";

jest.setTimeout(300_000);

const sql = connect();
emptyTables(sql);
const payments = ownPayments();
catchLog();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const mockDue = "1856-01-01T00:00:00.000Z";
jest.mock("@/lib/supabase/service", () =>
  jest.requireActual("@/sandbox/builders/job-service").jobService(() => ({ due: mockDue, isWaiting: true })),
);

const work = new MissedWork(sql, payments, "2031-05-10T12:01:00Z", mockDue);

/** Sets the progress of Checkout Sessions to this many ms ago. Every other task has just run. */
async function lookedUntil(before: number): Promise<void> {
  for (const kind of ["events", "pending", "purge"] as const) await work.cameUntil(kind, 0);
  await work.cameUntil("sessions", before);
}
beforeEach(() => work.begin(1));
afterEach(async () => {
  await work.clear();
});

const CALLERS = 40;
const ORDERS = 20;
const AT_ONCE = 4;
const RUNS = 6;

/** Calls with a lost response, which may have succeeded. */
let lost = 0;

/** Payments that the job found first. It must win the race at least once. */
let found = 0;
beforeEach(() => {
  found = 0;
});

/** If the job never won, a last round starts with it. */
const isOver = (done: number) => done >= ORDERS + (found > 0 ? 0 : AT_ONCE);

/** Retries a call that timed out, as the page, Stripe and the scheduler do. */
async function again<T>(call: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (attempt === 10 || (error as { status?: number }).status !== 503) throw error;
    lost += 1;
    // Spread out, since hundreds of retries at once would time out again.
    await new Promise((resolve) => setTimeout(resolve, attempt * 200));
    return again(call, attempt + 1);
  }
}

type Paid = { session: string; comeBack: () => Promise<string> };

/** Processes payments through event, page and job concurrently. Returns how many were fulfilled. */
async function processTogether(paid: Paid[], isJobAhead: boolean): Promise<number> {
  lost = 0;
  await lookedUntil(2 * HOUR);
  const sessions = paid.map(({ session }) => session);
  const runs = Array.from({ length: RUNS }, async () => {
    const { fulfilled, failed } = await again(() => reconcile(work.now));
    lost += failed;
    return fulfilled;
  });
  if (isJobAhead)
    await waitUntil(
      () => foundByTheJob(sessions),
      (count) => count > 0,
    );
  const callers = CALLERS - RUNS;
  const heard = paid.map(async ({ session, comeBack }) => {
    const outcomes = Array.from({ length: callers }, (_, caller) => {
      if (caller % 2) return again(comeBack);
      // Half of the deliveries repeat one event.
      const id = `evt_${caller % 4 ? caller : 0}_${session}`;
      const event = { id, type: "checkout.session.completed", livemode: false, objectId: session };
      return again(() => handleEvent(event));
    });
    return (await Promise.all(outcomes)).filter((outcome) => outcome === "fulfilled").length;
  });
  const counts = await Promise.all([...heard, ...runs]);
  found += await foundByTheJob(sessions);
  await processRemaining(sessions);
  return counts.reduce((sum, count) => sum + count, 0);
}

async function foundByTheJob(sessions: string[]): Promise<number> {
  const ids = sessions.map((session) => `reconcile:${session}`);
  return (await sql`select 1 from stripe_events where event_id = any(${ids})`).length;
}

async function processRemaining(sessions: string[]): Promise<void> {
  const left = await sql<{ id: string; type: string; session: string }[]>`
    select event_id as id, type, object_id as session from stripe_events
    where processed_at is null and object_id = any(${sessions})`;
  for (const { session, ...event } of left)
    await again(() => handleEvent({ ...event, livemode: false, objectId: session }));
}

const takenOf = ({ order, session, payment }: PaidCheckout): CollectedPayment => ({
  ...{ order: order.id, session, payment, cents: 10_000, refundedCents: 0 },
});

test(`fulfills each of ${ORDERS} payments once, with one email, for ${CALLERS} concurrent callers`, async () => {
  for (let done = 0; !isOver(done); done += AT_ONCE) {
    const paid = await Promise.all(Array.from({ length: AT_ONCE }, () => work.paidCheckout()));
    const fulfilled = await processTogether(
      paid.map(({ session }) => ({
        session,
        comeBack: async () => (await fulfillCheckout(session)).outcome,
      })),
      done >= ORDERS,
    );
    expect(fulfilled).toBeLessThanOrEqual(AT_ONCE);
    expect(fulfilled + lost).toBeGreaterThanOrEqual(AT_ONCE);
    for (const { order } of paid) expect(await confirmationsOf(sql, order.id)).toHaveLength(1);
    const ids = paid.map(({ order }) => order.id);
    expect(await brokenInvariants(sql, ids, paid.map(takenOf))).toEqual([]);
  }
  expect(found).toBeGreaterThan(0);
});
