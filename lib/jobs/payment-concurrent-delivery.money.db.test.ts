import { handleEvent } from "@/lib/jobs/handle-event";
import { reconcile } from "@/lib/jobs/reconcile";
import { confirmAdjustment } from "@/lib/orders/adjustments/open-adjustment-page";
import { fulfillCheckout } from "@/lib/orders/checkout/fulfill-checkout";
import { brokenInvariants, type CollectedPayment } from "@/sandbox/builders/broken-invariants";
import { catchLog } from "@/sandbox/builders/caught-log";
import { MissedWork } from "@/sandbox/builders/missed-work";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { payCharge } from "@/sandbox/builders/paid-charge";
import type { PaidPage } from "@/sandbox/builders/paid-page";
import { eventually } from "@/sandbox/builders/product";
import { Proposals } from "@/sandbox/builders/proposals";
import { confirmationsOf, eventsOf, storedOrder } from "@/sandbox/builders/rows";
import { connect, emptyTables } from "@/sandbox/builders/test-database";

jest.setTimeout(300_000);

const sql = connect();
emptyTables(sql);
const payments = ownPayments();
catchLog();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A time of these tests' own: see jobService. */
const mockDue = "1856-01-01T00:00:00.000Z";
jest.mock("@/lib/supabase/service", () =>
  jest.requireActual("@/sandbox/builders/job-service").jobService(() => ({ due: mockDue, isWaiting: true })),
);

const work = new MissedWork(sql, payments, "2031-05-10T12:01:00Z", mockDue);

/** The job came so far with payment pages, so many milliseconds before now; all else it has just done. */
async function lookedUntil(before: number): Promise<void> {
  for (const kind of ["events", "pending", "purge"] as const) await work.cameUntil(kind, 0);
  await work.cameUntil("sessions", before);
}

let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});
beforeEach(() => work.begin(1));
afterEach(async () => {
  await work.clear();
  await proposals.leaveNothing();
});

/** How many callers hear of one payment. */
const CALLERS = 40;
const ORDERS = 20;
/** Orders that are paid at the same time, and runs of the job meanwhile. */
const AT_ONCE = 4;
const RUNS = 6;

/** Calls whose answer was lost: what they did may have been done. */
let lost = 0;

/** Payments that the job itself came upon in its list: it races with the others, and must not be too late for all. */
let found = 0;
beforeEach(() => {
  found = 0;
});

/** Who is first is luck. Where the job was too late for all, a last round begins with it. */
const isOver = (done: number) => done >= ORDERS + (found > 0 ? 0 : AT_ONCE);

/** Calls again, as page, payment service and scheduler do, where a slow machine lets a call run out of time. */
async function again<T>(call: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (attempt === 10 || (error as { status?: number }).status !== 503) throw error;
    lost += 1;
    // Hundreds that ask again at once would only run out of time together once more.
    await new Promise((resolve) => setTimeout(resolve, attempt * 200));
    return again(call, attempt + 1);
  }
}

/** A payment page that was paid, and what the page that its payer comes back to makes of it. */
type Heard = { session: string; comeBack: () => Promise<string> };

/**
 * The payment service's event, the payer's page and the job hear of the same payments at the same moment; answers how
 * often one was fulfilled.
 */
async function hearTogether(paid: Heard[], isJobAhead: boolean): Promise<number> {
  lost = 0;
  await lookedUntil(2 * HOUR);
  const sessions = paid.map(({ session }) => session);
  const runs = Array.from({ length: RUNS }, async () => {
    const { fulfilled, failed } = await again(() => reconcile(work.now));
    lost += failed;
    return fulfilled;
  });
  if (isJobAhead)
    await eventually(
      () => foundByTheJob(sessions),
      (count) => count > 0,
    );
  const callers = CALLERS - RUNS;
  const heard = paid.map(async ({ session, comeBack }) => {
    const outcomes = Array.from({ length: callers }, (_, caller) => {
      if (caller % 2) return again(comeBack);
      // Half of the deliveries are the same one again.
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

/** How many of these payments the job came upon. */
async function foundByTheJob(sessions: string[]): Promise<number> {
  const ids = sessions.map((session) => `reconcile:${session}`);
  return (await sql`select 1 from stripe_events where event_id = any(${ids})`).length;
}

/** Deliveries that a slow machine let go unfinished are worked again, as a later run of the job does. */
async function processRemaining(sessions: string[]): Promise<void> {
  const left = await sql<{ id: string; type: string; session: string }[]>`
    select event_id as id, type, object_id as session from stripe_events
    where processed_at is null and object_id = any(${sessions})`;
  for (const { session, ...event } of left)
    await again(() => handleEvent({ ...event, livemode: false, objectId: session }));
}

const takenOf = ({ order, session, payment }: PaidPage): CollectedPayment => ({
  ...{ order: order.id, session, payment, cents: 10_000, refundedCents: 0 },
});

test(`${CALLERS} hear of each of ${ORDERS} payments at once, in three ways: one fulfills it, and one mail is owed`, async () => {
  for (let done = 0; !isOver(done); done += AT_ONCE) {
    const paid = await Promise.all(Array.from({ length: AT_ONCE }, () => work.paidPage()));
    const fulfilled = await hearTogether(
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

async function paidCharge() {
  const { own, asked, decider, session, payment } = await payCharge(proposals, payments);
  // The job finds it in each of its lists: of pages that were paid, and of proposals that it has to look at.
  await sql`update order_adjustments set reservation_expires_at = now(), next_look_at = now() where id = ${asked.id}`;
  const taken = { ...takenOf(own), adjustment: asked.id, session, payment, cents: 5000 };
  return {
    own,
    asked,
    session,
    taken,
    comeBack: async () => (await confirmAdjustment(asked.id, decider)).status,
  };
}

test(`and of each of ${ORDERS} payments of proposals: it is booked once, one mail is owed, and no page says otherwise`, async () => {
  for (let done = 0; !isOver(done); done += AT_ONCE) {
    const paid = await Promise.all(Array.from({ length: AT_ONCE }, paidCharge));
    const told: string[] = [];
    const heard = paid.map(({ session, comeBack }) => ({
      session,
      comeBack: async () => {
        const status = await comeBack();
        told.push(status);
        return status;
      },
    }));
    expect(await hearTogether(heard, done >= ORDERS)).toBeLessThanOrEqual(AT_ONCE);
    expect(new Set(told)).toEqual(new Set(["paid"]));
    for (const { own, asked } of paid) {
      expect(await proposals.one(asked.id)).toMatchObject({
        status: "paid",
        paid_cents: 5000,
        next_look_at: null,
      });
      const steps = await eventsOf(sql, own.order.id);
      expect(steps.filter(({ to_value: to }) => to?.startsWith("extra:paid:"))).toHaveLength(1);
      const mails = await proposals.actions.emailsOf(own.order.id);
      expect(mails.filter(({ kind }) => kind === "adjustment_decided")).toHaveLength(1);
    }
    const ids = paid.map(({ own }) => own.order.id);
    const taken = paid.flatMap((one) => [takenOf(one.own), one.taken]);
    expect(await brokenInvariants(sql, ids, taken)).toEqual([]);
  }
  expect(found).toBeGreaterThan(0);
});

describe("a payment of which no event ever comes", () => {
  test.each([0, 1, 2, 3, 4, 5, 6])("is booked by a run %i minutes after it", async (minutes) => {
    await work.at(minutes * MINUTE);
    const { order } = await work.paidPage();
    await lookedUntil((minutes + 1) * MINUTE);
    expect(await reconcile(work.now)).toMatchObject({ fulfilled: 1, failed: 0 });
    expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "paid" });
    expect(await confirmationsOf(sql, order.id)).toHaveLength(1);
  });
});
