import { reconcile } from "@/lib/jobs/reconcile";
import { catchLog } from "@/sandbox/builders/caught-log";
import { MissedWork } from "@/sandbox/builders/missed-work";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { storedOrder } from "@/sandbox/builders/rows";
import { connect, lockReconcile } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();
const logged = catchLog();
lockReconcile();

const HOUR = 3_600_000;

/** As in reconcile.db.test.ts: a time of these tests' own. */
const mockDue = "1851-01-01T00:00:00.000Z";
/** What the database says to the next call of a function, in place of doing it. */
const mockRefusals = new Map<string, string>();
/** The deliveries that the job has noted itself. */
const mockNoted = new Set<unknown>();
/** Is told each function before it is called. */
let mockTold: (name: string) => void = () => {};
jest.mock("@/lib/supabase/service", () => {
  const { serviceClient } = jest.requireActual("@/lib/supabase/service");
  const due = /^(list_expired_reservations|list_memberships_to_sync|purge_)/;
  const rpc = async (name: string, args: Record<string, unknown>) => {
    mockTold(name);
    const code = mockRefusals.get(name);
    mockRefusals.delete(name);
    if (code !== undefined) return { data: null, error: { code, message: "not done" } };
    mockNoted.add(args.p_event_id);
    const answer = await serviceClient().rpc(name, due.test(name) ? { ...args, p_now: mockDue } : args);
    if (name !== "list_unprocessed_stripe_events") return answer;
    const isOurs = (event: { received_at: string; event_id: string }) =>
      Date.parse(event.received_at) === Date.parse(mockDue) || mockNoted.has(event.event_id);
    return { ...answer, data: answer.data.filter(isOurs) };
  };
  return { serviceClient: () => ({ rpc }) };
});

const work = new MissedWork(sql, payments, "2031-05-10T12:00:00Z", mockDue);
const nothing = { released: 0, fulfilled: 0, replayed: 0, memberships: 0, purged: 0, failed: 0 };
const everything = { released: 2, fulfilled: 2, replayed: 2, memberships: 1, purged: 1, failed: 0 };
const REFUSED = "23514";
const AWAY = "";

beforeEach(() => {
  mockRefusals.clear();
  mockNoted.clear();
  mockTold = () => {};
});
afterEach(() => work.clear());

/** Leaves one of everything behind, but for two reservations: one has no page. */
async function oneOfEverything() {
  await work.begin(30);
  const debit = await work.settledDebit();
  await work.failedDelivery();
  await work.unaskedMembership();
  await work.litter();
  await work.at(HOUR);
  await work.silentDispute();
  await work.paidPage();
  await work.at(0);
  const bare = await work.reservation({ isOpened: false });
  const open = await work.reservation({ isOpened: true });
  return { debit, bare, open };
}

test("a run does everything in its order, and the next one has nothing left", async () => {
  await oneOfEverything();
  const lists: string[] = [];
  mockTold = (name) => {
    if (/^(list_|purge_)/.test(name)) lists.push(name);
  };
  expect(await reconcile(work.now)).toEqual(everything);
  expect(lists).toEqual([
    "list_expired_reservations",
    "list_pending_payments",
    "list_unprocessed_stripe_events",
    "list_unseen_stripe_events",
    "list_memberships_to_sync",
    "purge_abandoned_orders",
    "purge_sent_mails",
    "purge_stripe_events",
    "purge_payment_reads",
    "purge_rate_limits",
  ]);
  expect(logged("sync.failed")).toEqual([]);
  expect(logged("sync.stopped")).toEqual([]);
  expect(await reconcile(work.now)).toEqual(nothing);
});

test("an item's failure stops no other, of whatever kind it is, and the next run makes it good", async () => {
  const { debit } = await oneOfEverything();
  const session = await payments.stripe.checkout.sessions.retrieve(debit.session);
  // No number: the database refuses it.
  const body = JSON.stringify({ ...session, amount_total: "many" });
  await payments.fault({ path: `/v1/checkout/sessions/${debit.session}`, body });
  const refused = [
    "cancel_reservation",
    "get_order_by_session",
    "apply_refund",
    "apply_dispute",
    "sync_membership",
    "purge_abandoned_orders",
    "purge_rate_limits",
  ];
  for (const name of refused) mockRefusals.set(name, REFUSED);
  expect(await reconcile(work.now)).toEqual({ ...nothing, released: 1, failed: 8 });
  const whats = [
    "reservation",
    "pending payment",
    "recent session",
    "event",
    "missed event",
    "membership",
    "purge",
    "purge of rate limits",
  ];
  expect(logged("sync.failed")).toMatchObject(
    whats.map((what) => ({ level: "error", what, error: expect.stringMatching(/not done|many/) })),
  );
  expect(logged("sync.stopped")).toEqual([]);
  expect(await reconcile(work.now)).toEqual({ ...everything, released: 1 });
});

test("a service that is away ends the run, and the next one goes on", async () => {
  const { bare, open, debit } = await oneOfEverything();
  mockRefusals.set("cancel_reservation", AWAY);
  expect(await reconcile(work.now)).toEqual({ ...nothing, failed: 1 });
  expect(logged("sync.failed")).toMatchObject([{ what: "reservation" }]);
  expect(logged("sync.stopped")).toMatchObject([{ level: "warn", why: "a service is away" }]);
  for (const { id } of [bare, open])
    expect(await storedOrder(sql, id)).toMatchObject({ payment_status: "unpaid" });
  expect(await storedOrder(sql, debit.id)).toMatchObject({ payment_status: "pending" });
  expect(await reconcile(work.now)).toEqual(everything);
});

test.each([
  [45_000, { released: 2, purged: 1 }, []],
  [45_001, { released: 1 }, [{ level: "warn", why: "the time of this run is over" }]],
])("after %d ms of a run: %j", async (took, did, stopped) => {
  await work.begin(0);
  await work.litter();
  for (const isOpened of [false, true]) await work.reservation({ isOpened });
  const began = Date.now();
  const clock = jest.spyOn(Date, "now").mockReturnValue(began);
  // The first item takes all that time.
  mockTold = (name) => {
    if (name === "cancel_reservation") clock.mockReturnValue(began + took);
  };
  expect(await reconcile(work.now)).toEqual({ ...nothing, ...did });
  expect(logged("sync.stopped")).toMatchObject(stopped);
  expect(logged("sync.stopped")).toHaveLength(stopped.length);
});

describe("a list that cannot be had is told to the caller", () => {
  const payments503 = { status: 503, code: "payments_unavailable" };

  test.each(["/v1/checkout/sessions", "/v1/events"])("%s", async (path) => {
    await work.begin(0);
    await payments.fault({ method: "GET", path, status: 500, times: null });
    await expect(reconcile(work.now)).rejects.toMatchObject(payments503);
  });

  test.each(["list_expired_reservations", "list_unprocessed_stripe_events", "list_memberships_to_sync"])(
    "%s",
    async (name) => {
      await work.begin(0);
      mockRefusals.set(name, REFUSED);
      await expect(reconcile(work.now)).rejects.toMatchObject({ status: 500, code: "database_failed" });
    },
  );
});
