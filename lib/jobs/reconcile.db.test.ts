import { reconcile } from "@/lib/jobs/reconcile";
import { catchLog } from "@/sandbox/builders/caught-log";
import { MissedWork, nothing } from "@/sandbox/builders/missed-work";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { membershipsOf, storedOrder } from "@/sandbox/builders/rows";
import { connect, emptyTables } from "@/sandbox/builders/test-database";

const sql = connect();
emptyTables(sql);
const payments = ownPayments();
catchLog();

const PAGES = "/v1/checkout/sessions";
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time of these tests' own: see jobService. */
const mockDue = "1852-01-01T00:00:00.000Z";
/** Whether an order waits for its page; other tests' orders do all the time. */
let mockIsWaiting = true;
jest.mock("@/lib/supabase/service", () =>
  jest
    .requireActual("@/sandbox/builders/job-service")
    .jobService(() => ({ due: mockDue, isWaiting: mockIsWaiting })),
);

const work = new MissedWork(sql, payments, "2031-05-10T12:01:00Z", mockDue);

/** A run, with what it did beside nothing; it begins so many milliseconds after `now`. */
const runs = async (did: object, later = 0) =>
  expect(await reconcile(new Date(work.now.getTime() + later))).toEqual({ ...nothing, ...did });
const statusOf = async ({ id }: { id: string }) => (await storedOrder(sql, id)).payment_status;
const forget = () => payments.control("/requests", {}, "DELETE");

beforeEach(async () => {
  mockIsWaiting = true;
  await work.begin(30);
});
afterEach(() => work.clear());

describe("deliveries", () => {
  const ledgerOf = (events: string[]) =>
    sql`select event_id, processed_at is not null as is_done, attempts, last_error from stripe_events
        where event_id = any(${events}) order by received_at, event_id`;

  test("whose work failed are worked again; one that names nothing is done with", async () => {
    await work.cameUntil("events", 0);
    const failed = await work.failedDelivery();
    const empty = await work.delivery({ type: "charge.refunded", object_id: null });
    await work.at(0);
    await runs({ replayed: 2 });
    expect(await statusOf(failed)).toBe("canceled");
    const ledger = await ledgerOf([failed.event, empty]);
    for (const row of ledger) expect(row).toMatchObject({ is_done: true, attempts: 2, last_error: null });
    await runs({});
  });

  test("about a payment of ours that the payment service does not find stay undone, and say why", async () => {
    await work.cameUntil("events", 0);
    await work.at(0);
    const { event } = await work.failedDelivery();
    // A key of another account knows none of our payments.
    await payments.control("/reset");
    await runs({ failed: 1 });
    const [row] = await ledgerOf([event]);
    expect(row).toMatchObject({
      is_done: false,
      last_error: expect.stringContaining("No such payment_intent"),
    });
  });

  test("that never came are looked up since the last complete run, and worked once", async () => {
    await work.begin(8 * 24);
    await work.at(7 * DAY + 10 * MINUTE + SECOND);
    const { id: tooOld } = await work.silentDispute();
    await work.at(7 * DAY + 10 * MINUTE);
    const { id: disputed } = await work.silentDispute();
    await work.at(HOUR);
    const { order, payment } = await work.paidPage();
    await work.at(HOUR / 2);
    await payments.stripe.refunds.create({ payment_intent: payment, amount: 100 });
    await work.cameUntil("events", 7 * DAY);
    const { replayed, ...rest } = await reconcile(work.now);
    expect(rest).toMatchObject({ fulfilled: 1, failed: 0 });
    expect(replayed).toBeGreaterThan(2);
    expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "paid", refunded_cents: 100 });
    expect(await storedOrder(sql, disputed)).toMatchObject({ dispute_status: "needs_response" });
    expect(await storedOrder(sql, tooOld)).toMatchObject({ dispute_status: null });
    await runs({}, 20 * MINUTE);
    // Listed once more, since the note of how far it came is older than what was done, they are not worked again.
    await work.cameUntil("events", 7 * DAY);
    await runs({}, 20 * MINUTE);
  });
});

test("with nothing open the payment service's lists are asked every quarter of an hour, with a page open every minute", async () => {
  mockIsWaiting = false;
  const asked = async (later: number) => {
    await forget();
    await runs({}, later);
    return [
      (await payments.requests("GET", PAGES)).length,
      (await payments.requests("GET", "/v1/events")).length,
    ];
  };
  expect(await asked(0)).toEqual([1, 1]);
  expect(await asked(MINUTE)).toEqual([0, 0]);
  mockIsWaiting = true;
  expect(await asked(2 * MINUTE)).toEqual([1, 0]);
  mockIsWaiting = false;
  expect(await asked(15 * MINUTE)).toEqual([0, 1]);
  expect(await asked(17 * MINUTE)).toEqual([1, 0]);
});

test("a month with nothing open costs fewer reads than the payment service gives the smallest account", async () => {
  mockIsWaiting = false;
  const reads = async () => (await payments.control("/requests?method=GET", {}, "GET")).body.data.length;
  const readsOfAnHour = async () => {
    await work.begin(30);
    await work.at(0);
    await runs({});
    await forget();
    // No kind of work waits longer than an hour for its turn, and none comes oftener than in every quarter of it.
    let between = 0;
    for (const minute of [15, 30, 45, 60]) {
      const before = await reads();
      await reconcile(new Date(work.now.getTime() + (minute - 1) * MINUTE));
      between += (await reads()) - before;
      await reconcile(new Date(work.now.getTime() + minute * MINUTE));
    }
    return (await reads()) - between + 14 * between;
  };
  // What another test leaves open for a moment costs a read of its own: it is not there three times.
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 3 && least * 24 * 30 >= 10_000; times++)
    least = Math.min(least, await readsOfAnHour());
  expect(least).toBeGreaterThan(0);
  expect(least * 24 * 30).toBeLessThan(10_000);
});

test("memberships that nobody asked about for a day are read anew", async () => {
  const { userId, subscription } = await work.unaskedMembership();
  await work.cameUntil("events", 0);
  await work.at(0);
  await runs({ memberships: 1 });
  expect(await membershipsOf(sql, userId)).toMatchObject([
    { stripe_subscription_id: subscription, plan_type: "pro", status: "active" },
  ]);
  await runs({});
});

test("refunds that nobody came back to are ended by what the payment service has", async () => {
  await work.cameUntil("events", 0);
  const made = await work.stuckRefund({ isMade: true });
  const lost = await work.stuckRefund({ isMade: false });
  await work.at(0);
  await runs({ refunds: 2 });
  const rows = await sql`select id, status, failure, stripe_refund_id is not null as has_refund
    from refund_requests where id in (${made.request}, ${lost.request})`;
  const of = (id: string) => rows.find((row) => row.id === id);
  expect(of(made.request)).toMatchObject({ status: "done", failure: null, has_refund: true });
  expect(of(lost.request)).toMatchObject({ status: "failed", has_refund: false });
  expect(await storedOrder(sql, made.order.id)).toMatchObject({ refunded_cents: 2500 });
  expect(await storedOrder(sql, lost.order.id)).toMatchObject({ refunded_cents: 0 });
  await runs({});
});

test("what has outlived its purpose is deleted, once an hour", async () => {
  const { id, counter } = await work.litter();
  await work.cameUntil("purge", 30 * MINUTE);
  await runs({});
  expect(await sql`select 1 from grading_orders where id = ${id}`).toHaveLength(1);
  await runs({ purged: 2 }, 30 * MINUTE);
  const finishedAt = new Date(work.now.getTime() + 30 * MINUTE);
  expect(await work.progressOf("purge")).toMatchObject({ finished_at: finishedAt });
  expect(await sql`select 1 from grading_orders where id = ${id}`).toHaveLength(0);
  expect(await sql`select 1 from rate_limits where key = ${counter}`).toHaveLength(0);
});
