import { reconcile } from "@/lib/jobs/reconcile";
import { catchLog } from "@/sandbox/builders/caught-log";
import { MissedWork } from "@/sandbox/builders/missed-work";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { eventsOf, membershipsOf, storedOrder } from "@/sandbox/builders/rows";
import { connect, lockReconcile } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();
catchLog();
lockReconcile();

const PAGES = "/v1/checkout/sessions";
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/**
 * The lists of what is due are asked as of a time of these tests' own, long ago, and of the unfinished deliveries those
 * of that time are taken: the job finds nothing that other tests have put there.
 */
const mockDue = "1850-01-01T00:00:00.000Z";
/** How many of each list the job has asked for. */
const mockLimits: Record<string, unknown> = {};
jest.mock("@/lib/supabase/service", () => {
  const { serviceClient } = jest.requireActual("@/lib/supabase/service");
  const due = /^(list_expired_reservations|list_memberships_to_sync|purge_)/;
  const rpc = async (name: string, args: Record<string, unknown>) => {
    if ("p_limit" in args) mockLimits[name] = args.p_limit;
    const answer = await serviceClient().rpc(name, due.test(name) ? { ...args, p_now: mockDue } : args);
    if (name !== "list_unprocessed_stripe_events") return answer;
    const isOurs = (event: { received_at: string }) => Date.parse(event.received_at) === Date.parse(mockDue);
    return { ...answer, data: answer.data.filter(isOurs) };
  };
  return { serviceClient: () => ({ rpc }) };
});

const nothing = { released: 0, fulfilled: 0, replayed: 0, memberships: 0, purged: 0, failed: 0 };
const atMinute = (minute: string) => new MissedWork(sql, payments, `2031-05-10T12:${minute}:00Z`, mockDue);
const usual = atMinute("01");
const hourly = atMinute("00");

/** The run of a minute, with what it did beside nothing. */
const runs = async (work: MissedWork, did: object) =>
  expect(await reconcile(work.now)).toEqual({ ...nothing, ...did });
const statusOf = async ({ id }: { id: string }) => (await storedOrder(sql, id)).payment_status;
const readsOf = (session: string) => payments.requests("GET", `${PAGES}/${session}`);

beforeEach(() => usual.begin(30));
afterEach(() => usual.clear());
afterEach(() => hourly.clear());

describe("reservations that ran out", () => {
  test("are released: cancelled, their page closed, or booked when it was paid before", async () => {
    const bare = await usual.reservation({ isOpened: false });
    const open = await usual.reservation({ isOpened: true });
    const paid = await usual.reservation({ isOpened: true });
    await payments.pay(paid.session ?? "");
    await runs(usual, { released: 3, fulfilled: 1 });
    expect(await Promise.all([bare, open, paid].map(statusOf))).toEqual(["canceled", "canceled", "paid"]);
    expect(await payments.stripe.checkout.sessions.retrieve(open.session ?? "")).toMatchObject({
      status: "expired",
    });
    expect(await eventsOf(sql, bare.id)).toMatchObject([{ data: { reason: "reservation ran out" } }]);
    await runs(usual, {});
  });

  test("are those alone that have run out by then", async () => {
    const order = await usual.reservation({ isOpened: false });
    await sql`update grading_orders set reservation_expires_at = ${new Date(usual.due.getTime() + 1)}
              where id = ${order.id}`;
    await runs(usual, {});
    expect(await statusOf(order)).toBe("unpaid");
  });
});

describe("pending payments", () => {
  test("are asked about at minute 0, and at no other", async () => {
    const debit = await usual.settledDebit();
    await usual.at(0);
    await runs(usual, {});
    expect(await statusOf(debit)).toBe("pending");
    await runs(hourly, { fulfilled: 1 });
    expect(await statusOf(debit)).toBe("paid");
  });

  test("stay pending while their money is on its way, and count as nothing", async () => {
    const debit = await hourly.settledDebit();
    const session = await payments.stripe.checkout.sessions.retrieve(debit.session);
    await payments.fault({
      path: `${PAGES}/${debit.session}`,
      body: JSON.stringify({ ...session, payment_status: "unpaid", payment_intent: null }),
    });
    await runs(hourly, {});
    expect(await statusOf(debit)).toBe("pending");
  });
});

describe("pages that were paid unheard", () => {
  test.each([
    ["two hours", usual, 2],
    ["at minute 0 twenty-six hours", hourly, 26],
  ])("are found for %s after they were opened, to the second", async (_, work, hours) => {
    await work.begin(hours + 1);
    await work.at(hours * HOUR + SECOND);
    const tooOld = await work.paidPage();
    await work.at(hours * HOUR);
    const old = await work.paidPage();
    await runs(work, { fulfilled: 1 });
    expect(await statusOf(old.order)).toBe("paid");
    expect(await statusOf(tooOld.order)).toBe("unpaid");
  });

  test("are asked about once: not when their order knows, nor when they are a membership's", async () => {
    await usual.at(HOUR);
    const paid = await usual.paidPage();
    const { id: subscribing } = await payments.stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [{ price: "price_sandbox_pro", quantity: 1 }],
      success_url: payments.appUrl,
    });
    await payments.pay(subscribing);
    expect(await reconcile(usual.now)).toMatchObject({ fulfilled: 1, failed: 0 });
    const asked = (await readsOf(paid.session)).length;
    await runs(usual, {});
    expect(await readsOf(paid.session)).toHaveLength(asked);
    expect(await readsOf(subscribing)).toEqual([]);
  });
});

describe("deliveries", () => {
  const ledgerOf = (events: string[]) =>
    sql`select event_id, processed_at is not null as is_done, attempts, last_error from stripe_events
        where event_id = any(${events}) order by received_at, event_id`;

  test("whose work failed are worked again; one that names nothing is done with", async () => {
    const failed = await usual.failedDelivery();
    const empty = await usual.delivery({ type: "charge.refunded", object_id: null });
    await usual.at(0);
    await runs(usual, { replayed: 2 });
    expect(await statusOf(failed)).toBe("canceled");
    const ledger = await ledgerOf([failed.event, empty]);
    for (const row of ledger) expect(row).toMatchObject({ is_done: true, attempts: 2, last_error: null });
    await runs(usual, {});
  });

  test("that never came are looked up, the oldest first, and worked once", async () => {
    await usual.at(3 * HOUR);
    const { id: tooOld } = await usual.silentDispute();
    await usual.at(HOUR);
    const { order, payment } = await usual.paidPage();
    await usual.at(HOUR / 2);
    await payments.stripe.refunds.create({ payment_intent: payment, amount: 100 });
    const { id: disputed } = await usual.silentDispute();
    const { data } = await payments.stripe.events.list({ limit: 100 });
    const wanted = /^(charge\.(refunded|dispute)|refund)/;
    const since = usual.now.getTime() / 1000 - 2 * 3600;
    const events = data.filter(({ type, created }) => wanted.test(type) && created >= since).reverse();
    expect(events.length).toBeGreaterThan(3);

    await runs(usual, { fulfilled: 1, replayed: events.length });
    expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "paid", refunded_cents: 100 });
    expect(await storedOrder(sql, disputed)).toMatchObject({ dispute_status: "needs_response" });
    expect(await storedOrder(sql, tooOld)).toMatchObject({ dispute_status: null });
    const ids = events.map(({ id }) => id);
    const ledger = await sql`select event_id, type, object_id, livemode from stripe_events
      where event_id = any(${data.map(({ id }) => id)}) order by received_at`;
    expect(ledger.map(({ event_id: id }) => id)).toEqual(ids);
    expect(ledger.find(({ type }) => type === "charge.refunded")).toMatchObject({
      object_id: payment,
      livemode: false,
    });
    await runs(usual, {});
  });

  test("beyond five hundred in one run are left to the next", async () => {
    const events = Array.from({ length: 501 }, (_, place) => ({
      id: `evt_${usual.due.getTime()}_${process.pid}_${Date.now()}_${place}`,
      object: "event",
      type: "refund.failed",
      livemode: false,
      created: usual.now.getTime() / 1000,
      data: { object: {} },
    }));
    const seen = events.slice(0, 500).map(({ id, type }) => ({ event_id: id, type, livemode: false }));
    await sql`insert into stripe_events ${sql(seen.map((row) => ({ ...row, processed_at: new Date() })))}`;
    const list = (data: object[]) =>
      JSON.stringify({ object: "list", url: "/v1/events", has_more: false, data });
    await payments.fault({ path: "/v1/events", body: list(events) });
    await runs(usual, {});
    await payments.fault({ path: "/v1/events", body: list(events.slice(1)) });
    await runs(usual, { replayed: 1 });
  });
});

test("memberships that nobody asked about for a day are read anew", async () => {
  const { userId, subscription } = await usual.unaskedMembership();
  await usual.at(0);
  await runs(usual, { memberships: 1 });
  expect(await membershipsOf(sql, userId)).toMatchObject([
    { stripe_subscription_id: subscription, plan_type: "pro", status: "active" },
  ]);
  await runs(usual, {});
});

test("what has outlived its purpose is deleted", async () => {
  const { id, counter } = await usual.litter();
  await runs(usual, { purged: 1 });
  expect(await sql`select 1 from grading_orders where id = ${id}`).toHaveLength(0);
  expect(await sql`select 1 from rate_limits where key = ${counter}`).toHaveLength(0);
});

test("a run takes so many of each list, and without a time of its own it is one of now", async () => {
  const floor = Math.floor(Date.now() / SECOND) - 26 * 3600;
  await payments.control("/requests", {}, "DELETE");
  await reconcile();
  const [asked] = await payments.requests("GET", PAGES);
  const created = asked?.params.created as { gte: string } | undefined;
  expect(Number(created?.gte)).toBeGreaterThanOrEqual(floor);
  await runs(hourly, {});
  expect(mockLimits).toEqual({
    list_expired_reservations: 100,
    list_pending_payments: 100,
    list_unprocessed_stripe_events: 100,
    list_memberships_to_sync: 50,
  });
});
