import { handleEvent } from "@/lib/jobs/handle-event";
import { reconcile } from "@/lib/jobs/reconcile";
import { fulfilCheckout } from "@/lib/orders/checkout/fulfil-checkout";
import { brokenInvariants } from "@/sandbox/builders/broken-invariants";
import { catchLog } from "@/sandbox/builders/caught-log";
import { MissedWork } from "@/sandbox/builders/missed-work";
import { ownPayments } from "@/sandbox/builders/own-payments";
import type { PaidPage } from "@/sandbox/builders/paid-page";
import { confirmationsOf, storedOrder } from "@/sandbox/builders/rows";
import { MANY_CALLERS, sized } from "@/sandbox/builders/size";
import { connect, lockReconcile } from "@/sandbox/builders/test-database";

jest.setTimeout(sized(120_000, 900_000));

const sql = connect();
const payments = ownPayments();
catchLog();
lockReconcile();

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

beforeEach(() => work.begin(1));
afterEach(() => work.clear());

const ORDERS = sized(2, 200);
/** Orders that are paid at the same time, and runs of the job meanwhile. */
const AT_ONCE = sized(2, 5);
const RUNS = 6;

/** Calls whose answer was lost: what they did may have been done. */
let lost = 0;

/** Calls again, as page and payment service do, where a slow machine lets a call run out of time. */
async function again<T>(call: () => Promise<T>, tries = 5): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (tries === 1 || (error as { status?: number }).status !== 503) throw error;
    lost += 1;
    return again(call, tries - 1);
  }
}

/** The payment service's event, the payer's page and the job hear of the same payments at the same moment. */
async function hearTogether(paid: PaidPage[]): Promise<number[]> {
  await lookedUntil(2 * HOUR);
  const runs = Array.from({ length: RUNS }, async () => {
    const { fulfilled, failed } = await reconcile(work.now);
    lost += failed;
    return fulfilled;
  });
  const callers = MANY_CALLERS - RUNS;
  const heard = paid.map(async ({ session }) => {
    const outcomes = Array.from({ length: callers }, (_, caller) => {
      if (caller % 2) return again(async () => (await fulfilCheckout(session)).outcome);
      // Half of the deliveries are the same one again.
      const id = `evt_${caller % 4 ? caller : 0}_${session}`;
      const event = { id, type: "checkout.session.completed", livemode: false, objectId: session };
      return again(() => handleEvent(event));
    });
    return (await Promise.all(outcomes)).filter((outcome) => outcome === "fulfilled").length;
  });
  return Promise.all([...heard, ...runs]);
}

test(`${MANY_CALLERS} hear of each of ${ORDERS} payments at once, in three ways: one fulfils it, and one mail is owed`, async () => {
  for (let done = 0; done < ORDERS; done += AT_ONCE) {
    const paid = await Promise.all(Array.from({ length: AT_ONCE }, () => work.paidPage()));
    lost = 0;
    const fulfilled = (await hearTogether(paid)).reduce((sum, count) => sum + count, 0);
    expect(fulfilled).toBeLessThanOrEqual(AT_ONCE);
    expect(fulfilled + lost).toBeGreaterThanOrEqual(AT_ONCE);
    for (const { order } of paid) expect(await confirmationsOf(sql, order.id)).toHaveLength(1);
    const taken = paid.map(({ order, session, payment }) => ({
      ...{ order: order.id, session, payment, cents: 10_000, refundedCents: 0 },
    }));
    const ids = paid.map(({ order }) => order.id);
    expect(await brokenInvariants(sql, ids, taken)).toEqual([]);
  }
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
