import { reconcile } from "@/lib/jobs/reconcile";
import { catchLog } from "@/sandbox/builders/caught-log";
import { EMPTY_REPORT, MissedWork } from "@/sandbox/builders/missed-work";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { addException, eventsOf, exceptionsOf, storedOrder } from "@/sandbox/builders/rows";
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

const mockDue = "1852-01-01T00:00:00.000Z";
let mockIsWaiting = true;
jest.mock("@/lib/supabase/service", () =>
  jest
    .requireActual("@/sandbox/builders/job-service")
    .jobService(() => ({ due: mockDue, isWaiting: mockIsWaiting })),
);

const work = new MissedWork(sql, payments, "2031-05-10T12:01:00Z", mockDue);

const runs = async (did: object, later = 0) =>
  expect(await reconcile(new Date(work.now.getTime() + later))).toEqual({ ...EMPTY_REPORT, ...did });
const statusOf = async ({ id }: { id: string }) => (await storedOrder(sql, id)).payment_status;
const readsOf = (session: string) => payments.requests("GET", `${PAGES}/${session}`);
const clearRequestLog = () => payments.control("/requests", {}, "DELETE");

beforeEach(async () => {
  mockIsWaiting = true;
  await work.begin(30);
});
afterEach(() => work.clear());

describe("deliveries", () => {
  const ledgerOf = (events: string[]) =>
    sql`select event_id, processed_at is not null as is_done, attempts, last_error from stripe_events
        where event_id = any(${events}) order by received_at, event_id`;

  test("are processed again after a failure, and closed when they name no object", async () => {
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

  test("are looked up once if they never arrived since the last complete run", async () => {
    await work.begin(8 * 24);
    await work.at(7 * DAY + 10 * MINUTE + SECOND);
    const { id: tooOld } = await work.silentDispute();
    await work.at(7 * DAY + 10 * MINUTE);
    const { id: disputed } = await work.silentDispute();
    await work.at(HOUR);
    const { order, payment } = await work.paidCheckout();
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
    // With older progress the events are listed again but not processed again.
    await work.cameUntil("events", 7 * DAY);
    await runs({}, 20 * MINUTE);
  });
});

describe("expired reservations", () => {
  test("are canceled and their session closed, or recorded as paid", async () => {
    const bare = await work.reservation({ isOpened: false });
    const open = await work.reservation({ isOpened: true });
    const paid = await work.reservation({ isOpened: true });
    await payments.pay(paid.session ?? "");
    await work.cameUntil("sessions", 0);
    await runs({ released: 3, fulfilled: 1 });
    expect(await Promise.all([bare, open, paid].map(statusOf))).toEqual(["canceled", "canceled", "paid"]);
    expect(await payments.stripe.checkout.sessions.retrieve(open.session ?? "")).toMatchObject({
      status: "expired",
    });
    expect(await eventsOf(sql, bare.id)).toMatchObject([{ data: { reason: "reservation ran out" } }]);
    await runs({});
  });

  test("are canceled once and reported to staff when Stripe doesn't have their session", async () => {
    const order = await work.reservation({ isOpened: true });
    await payments.control("/reset");
    await runs({ released: 1 });
    expect(await statusOf(order)).toBe("canceled");
    expect(await exceptionsOf(sql, order.session)).toMatchObject([{ reason: "session_not_found" }]);
    await runs({});
  });
});

describe("pending payments", () => {
  test("are flagged for review when they arrive for a canceled order", async () => {
    const debit = await work.settledDebit();
    const failed = await work.settledDebit("failed");
    await sql`update grading_orders set payment_status = 'canceled' where id in (${debit.id}, ${failed.id})`;
    await work.at(0);
    await work.cameUntil("sessions", 0);
    await runs({ fulfilled: 1 });
    expect(await storedOrder(sql, debit.id)).toMatchObject({
      payment_status: "paid",
      review_reason: "paid_after_canceled",
    });
    expect(await statusOf(failed)).toBe("canceled");
    await clearRequestLog();
    await work.cameUntil("pending", HOUR);
    await runs({});
    expect([await readsOf(debit.session), await readsOf(failed.session)]).toEqual([[], []]);
  });
});

describe("paid pages without an event", () => {
  test.each([
    ["the last complete run", 3 * DAY, 3 * DAY + HOUR],
    ["30 days where there was none", null, 30 * DAY],
  ])("are found since %s, plus the hour a session can be open", async (_, came, reach) => {
    await work.begin(31 * 24);
    await work.at(reach + SECOND);
    const tooOld = await work.paidCheckout();
    await work.at(reach);
    const old = await work.paidCheckout();
    await work.at(HOUR);
    const fresh = await work.paidCheckout();
    if (came !== null) await work.cameUntil("sessions", came);
    await runs({ fulfilled: 2 });
    expect(await Promise.all([old, fresh, tooOld].map(({ order }) => statusOf(order)))).toEqual([
      "paid",
      "paid",
      "unpaid",
    ]);
    expect(await work.readProgress("sessions")).toMatchObject({ looked_until: work.now });
  });

  test("are fetched once, and never if recorded, foreign or resolved by staff", async () => {
    await work.at(HOUR);
    const paid = await work.paidCheckout();
    const settled = await work.paidCheckout();
    await addException(sql, {
      stripe_session_id: settled.session,
      order_id: settled.order.id,
      resolved_at: new Date(),
    });
    const line = {
      price_data: { currency: "usd", unit_amount: 100, product_data: { name: "Another" } },
      quantity: 1,
    };
    const { id: foreign } = await payments.stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [line],
      success_url: payments.appUrl,
    });
    await payments.pay(foreign);
    await clearRequestLog();
    await runs({ fulfilled: 1 });
    expect(await readsOf(paid.session)).toHaveLength(1);
    await runs({});
    expect(await readsOf(paid.session)).toHaveLength(1);
    expect([await readsOf(foreign), await readsOf(settled.session)]).toEqual([[], []]);
  });
});
