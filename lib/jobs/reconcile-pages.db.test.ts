import { reconcile } from "@/lib/jobs/reconcile";
import { catchLog } from "@/sandbox/builders/caught-log";
import { MissedWork, nothing } from "@/sandbox/builders/missed-work";
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

/** A time of these tests' own: see jobService. */
const mockDue = "1850-01-01T00:00:00.000Z";
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
const readsOf = (session: string) => payments.requests("GET", `${PAGES}/${session}`);
const forget = () => payments.control("/requests", {}, "DELETE");

beforeEach(async () => {
  mockIsWaiting = true;
  await work.begin(30);
});
afterEach(() => work.clear());

describe("reservations that ran out", () => {
  test("are released: canceled, their page closed, or booked when it was paid before", async () => {
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

  test("whose page has ended are read once, and nobody tries to close it", async () => {
    const { session } = await work.reservation({ isOpened: true });
    await payments.stripe.checkout.sessions.expire(session ?? "");
    await forget();
    await runs({ released: 1 });
    expect(await readsOf(session ?? "")).toHaveLength(1);
    expect(await payments.requests("POST", `${PAGES}/${session}/expire`)).toEqual([]);
  });

  test("whose page the payment service does not have are canceled once, and staff are told", async () => {
    const order = await work.reservation({ isOpened: true });
    await payments.control("/reset");
    await runs({ released: 1 });
    expect(await statusOf(order)).toBe("canceled");
    expect(await exceptionsOf(sql, order.session)).toMatchObject([{ reason: "session_not_found" }]);
    await runs({});
  });

  test("whose money is on its way stay: they are pending, and nobody is told", async () => {
    const debit = await work.reservation({ isOpened: true });
    await payments.payByBank(debit.session ?? "");
    await work.cameUntil("sessions", 0);
    await runs({ released: 1 });
    expect(await statusOf(debit)).toBe("pending");
    expect(await exceptionsOf(sql, debit.session)).toEqual([]);
  });

  test("more than are listed at once are all worked by one run, and nothing is noted at the end", async () => {
    for (let place = 0; place < 101; place++) await work.reservation({ isOpened: false });
    await runs({ released: 101 });
    expect(await work.progressOf("reservations")).toBeUndefined();
  });

  test("are those alone that have run out by then", async () => {
    const order = await work.reservation({ isOpened: false });
    await sql`update grading_orders set reservation_expires_at = ${new Date(work.due.getTime() + 1)}
              where id = ${order.id}`;
    await runs({});
    expect(await statusOf(order)).toBe("unpaid");
  });
});

describe("pending payments", () => {
  test("are asked about once an hour", async () => {
    const debit = await work.settledDebit();
    await work.at(0);
    await work.cameUntil("pending", 50 * MINUTE);
    await runs({});
    expect(await statusOf(debit)).toBe("pending");
    await runs({ fulfilled: 1 }, 10 * MINUTE);
    expect(await statusOf(debit)).toBe("paid");
    expect(await work.progressOf("pending")).toMatchObject({
      place: null,
      finished_at: new Date(work.now.getTime() + 10 * MINUTE),
    });
  });

  test("of an order that was canceled meanwhile are asked about, too, and flagged when they arrive", async () => {
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
    await forget();
    await work.cameUntil("pending", HOUR);
    await runs({});
    expect([await readsOf(debit.session), await readsOf(failed.session)]).toEqual([[], []]);
  });

  test("stay pending while their money is on its way, and count as nothing", async () => {
    const debit = await work.settledDebit();
    const session = await payments.stripe.checkout.sessions.retrieve(debit.session);
    await payments.fault({
      path: `${PAGES}/${debit.session}`,
      body: JSON.stringify({ ...session, payment_status: "unpaid", payment_intent: null }),
    });
    await runs({});
    expect(await statusOf(debit)).toBe("pending");
  });
});

describe("pages that were paid unheard", () => {
  test.each([
    ["the last complete run", 3 * DAY, 3 * DAY + HOUR],
    ["30 days where there was none", null, 30 * DAY],
    ["30 days after a longer time than that", 40 * DAY, 30 * DAY],
  ])("are found since %s, and the hour before in which their page was open", async (_, came, reach) => {
    await work.begin(31 * 24);
    await work.at(reach + SECOND);
    const tooOld = await work.paidPage();
    await work.at(reach);
    const old = await work.paidPage();
    await work.at(HOUR);
    const fresh = await work.paidPage();
    if (came !== null) await work.cameUntil("sessions", came);
    await runs({ fulfilled: 2 });
    expect(await Promise.all([old, fresh, tooOld].map(({ order }) => statusOf(order)))).toEqual([
      "paid",
      "paid",
      "unpaid",
    ]);
    expect(await work.progressOf("sessions")).toMatchObject({ looked_until: work.now });
  });

  test("are asked about once: not when their order knows, when they are foreign, nor when staff settled them", async () => {
    await work.at(HOUR);
    const paid = await work.paidPage();
    const settled = await work.paidPage();
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
    await forget();
    await runs({ fulfilled: 1 });
    expect(await readsOf(paid.session)).toHaveLength(1);
    await runs({});
    expect(await readsOf(paid.session)).toHaveLength(1);
    expect([await readsOf(foreign), await readsOf(settled.session)]).toEqual([[], []]);
  });

  /** What the payment service answers to its list of pages: so many foreign ones, or these. */
  const listed = (data: object[], times: number | null) => {
    const answer = { object: "list", url: PAGES, has_more: false, data };
    return payments.fault({ method: "GET", path: PAGES, body: JSON.stringify(answer), times });
  };
  const foreign = Array.from({ length: 501 }, (_, place) => ({
    id: `cs_test_${place}`,
    object: "checkout.session",
    mode: "payment",
    metadata: {},
  }));
  /** The spans that were asked for, in seconds before the run. */
  const spans = async () =>
    (await payments.requests("GET", PAGES)).map(({ params }) => {
      const { gte, lte } = params.created as { gte: string; lte?: string };
      const ago = (second: string) => work.now.getTime() / SECOND - Number(second);
      return lte ? [ago(gte), ago(lte)] : [ago(gte)];
    });

  test("more than a run lists at once are found in shorter spans, the oldest first", async () => {
    await listed(foreign, 1);
    await work.cameUntil("sessions", 4 * HOUR);
    await forget();
    await runs({});
    expect(await spans()).toEqual([[18_000], [18_000, 9_000], [9_000]]);
  });

  test("however many were opened in one minute are read to the end: no span is shorter", async () => {
    await listed(foreign, null);
    // The payment service's clock was ahead of ours.
    await work.cameUntil("sessions", -57 * MINUTE);
    await forget();
    await runs({});
    expect(await spans()).toEqual([[180], [180, 90], [180, 120], [120, 60], [60]]);
  });

  test("are of one payment each: a membership's page is no order's, whatever it says", async () => {
    const { session } = await work.paidPage();
    const page = await payments.stripe.checkout.sessions.retrieve(session);
    await listed([{ ...page, mode: "subscription" }], 1);
    await forget();
    await runs({});
    expect(await readsOf(session)).toEqual([]);
  });
});
