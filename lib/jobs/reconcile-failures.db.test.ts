import { reconcile } from "@/lib/jobs/reconcile";
import { catchLog } from "@/sandbox/builders/caught-log";
import { EMPTY_REPORT, MissedWork } from "@/sandbox/builders/missed-work";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { storedOrder } from "@/sandbox/builders/rows";
import { connect, emptyTables } from "@/sandbox/builders/test-database";

const sql = connect();
emptyTables(sql);
const payments = ownPayments();
const logged = catchLog();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const mockDue = "1851-01-01T00:00:00.000Z";
/** The time used to list failed deliveries, which wait longer after every attempt. */
let mockTried = mockDue;
const mockRefusals = new Map<string, string>();
/** Deliveries that the job has recorded itself. */
const mockNoted = new Set<unknown>();
jest.mock("@/lib/supabase/service", () => {
  const { serviceClient } = jest.requireActual("@/lib/supabase/service");
  const { DUE } = jest.requireActual("@/sandbox/builders/job-service");
  const rpc = async (name: string, args: Record<string, unknown>) => {
    const code = mockRefusals.get(name);
    mockRefusals.delete(name);
    if (code !== undefined) return { data: null, error: { code, message: "not done" } };
    mockNoted.add(args.p_event_id);
    const p_now =
      name === "list_unprocessed_stripe_events" ? mockTried : DUE.test(name) ? mockDue : undefined;
    const answer = await serviceClient().rpc(name, { ...args, ...(p_now ? { p_now } : {}) });
    if (name !== "list_unprocessed_stripe_events") return answer;
    const isOurs = (event: { received_at: string; event_id: string }) =>
      Date.parse(event.received_at) === Date.parse(mockDue) || mockNoted.has(event.event_id);
    return { ...answer, data: answer.data.filter(isOurs) };
  };
  return { serviceClient: () => ({ rpc }) };
});

const work = new MissedWork(sql, payments, "2031-05-10T12:00:00Z", mockDue);
const REFUSED = "23514";

beforeEach(() => {
  mockRefusals.clear();
  mockNoted.clear();
  mockTried = mockDue;
});
afterEach(() => work.clear());

async function oneOfEverything() {
  await work.begin(30);
  const debit = await work.settledDebit();
  await work.failedDelivery();
  await work.unaskedMembership();
  await work.litter();
  const refund = await work.stuckRefund({ isMade: true });
  await work.at(HOUR / 2);
  await work.cameUntil("events", HOUR / 2);
  await work.silentDispute();
  const paid = await work.paidCheckout();
  await work.at(0);
  const bare = await work.reservation({ isOpened: false });
  const open = await work.reservation({ isOpened: true });
  return { debit, bare, open, refund, paid };
}

const everything = {
  released: 2,
  fulfilled: 2,
  memberships: 1,
  refunds: 1,
  adjustments: 0,
  reminders: 0,
  purged: 2,
  failed: 0,
};
const without = ({ replayed, ...rest }: typeof EMPTY_REPORT) => {
  expect(replayed).toBeGreaterThan(0);
  return rest;
};

test("processes all missed work in one run and nothing in the next", async () => {
  await oneOfEverything();
  expect(without(await reconcile(work.now))).toEqual(everything);
  expect(logged("sync.failed")).toEqual([]);
  expect(logged("sync.stopped")).toEqual([]);
  expect(await reconcile(work.now)).toEqual(EMPTY_REPORT);
});

test("continues after a failure of each kind and completes the work in a later run", async () => {
  const { debit, refund } = await oneOfEverything();
  const session = await payments.stripe.checkout.sessions.retrieve(debit.session);
  // Not a number, so the database refuses it.
  const body = JSON.stringify({ ...session, amount_total: "many" });
  await payments.fault({ path: `/v1/checkout/sessions/${debit.session}`, body });
  const refused = {
    cancel_reservation: ["reservations", "order"],
    apply_dispute: ["missed events", "delivery"],
    sync_membership: ["memberships", "customer"],
    staff_finish_refund: ["refunds", "refund"],
    purge_sent_emails: ["purge", "of"],
    queue_overdue_notices: ["reminders", "of"],
  };
  for (const name of Object.keys(refused)) mockRefusals.set(name, REFUSED);
  const first = await reconcile(work.now);
  expect(first).toMatchObject({ released: 1, refunds: 0 });
  const lines = logged("sync.failed");
  for (const [what, named = ""] of [["pending payments", "session"], ...Object.values(refused)])
    expect(lines).toContainEqual(expect.objectContaining({ what, [named]: expect.stringMatching(/./) }));
  expect(first.failed).toBe(lines.length);
  expect(logged("sync.stopped")).toEqual([]);
  await sql`update refund_requests set next_try_at = updated_at where id = ${refund.request} and next_try_at > now()`;
  mockTried = new Date(Date.now() + 2 * MINUTE).toISOString();
  const second = await reconcile(new Date(work.now.getTime() + 2 * HOUR));
  expect(second).toMatchObject({ released: 1, fulfilled: 1, refunds: 1, failed: 0 });
  expect(second.replayed).toBeGreaterThan(0);
  expect(await storedOrder(sql, debit.id)).toMatchObject({ payment_status: "paid" });
});

test.each([
  ["events", "silentDispute"],
  ["sessions", "paidCheckout"],
] as const)("retries %s that couldn't be recorded", async (kind, missed) => {
  await work.begin(30);
  await work.at(HOUR / 2);
  await work.cameUntil(kind, HOUR / 2);
  await work[missed]();
  await work.at(0);
  const before = await work.readProgress(kind);
  mockRefusals.set("record_stripe_event", REFUSED);
  const first = await reconcile(work.now);
  expect(first.failed).toBeGreaterThan(0);
  expect((await work.readProgress(kind))?.looked_until).toEqual(before?.looked_until);
  const second = await reconcile(new Date(work.now.getTime() + HOUR));
  expect(second.failed).toBe(0);
  expect(second.replayed + second.fulfilled).toBeGreaterThan(0);
  expect(new Date(String((await work.readProgress(kind))?.looked_until)).getTime()).toBeGreaterThan(
    work.now.getTime(),
  );
});
