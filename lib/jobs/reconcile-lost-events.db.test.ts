import { reconcile } from "@/lib/jobs/reconcile";
import { catchLog } from "@/sandbox/builders/caught-log";
import { MissedWork } from "@/sandbox/builders/missed-work";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { connect, emptyTables } from "@/sandbox/builders/test-database";

/* Items that can never be recorded must not block later events forever. */

const sql = connect();
emptyTables(sql);
const payments = ownPayments();
const logged = catchLog();

const DAY = 86_400_000;

const mockDue = "1858-01-01T00:00:00.000Z";
jest.mock("@/lib/supabase/service", () => {
  const { serviceClient } = jest
    .requireActual("@/sandbox/builders/job-service")
    .jobService(() => ({ due: mockDue, isWaiting: true }));
  const rpc = async (name: string, args: Record<string, unknown>) =>
    name === "record_stripe_event"
      ? { data: null, error: { code: "23514", message: "not done" } }
      : serviceClient().rpc(name, args);
  return { serviceClient: () => ({ rpc, storage: serviceClient().storage }) };
});
let mockSettings: Record<string, string> = {};
jest.mock("@/lib/base/env", () => {
  const actual = jest.requireActual("@/lib/base/env");
  return { ...actual, env: () => ({ ...actual.env(), ...mockSettings }) };
});

const work = new MissedWork(sql, payments, "2031-05-10T12:00:00Z", mockDue);
beforeEach(async () => {
  mockSettings = { ALERT_EMAIL: "money@example.test" };
  await sql`delete from outbox where kind = 'stuck_work'`;
  await work.begin(30);
});
afterEach(async () => {
  await sql`delete from outbox where kind = 'stuck_work'`;
  await work.clear();
});

const reported = async () =>
  (await sql`select payload from outbox where dedupe_key like 'stuck_work:lost:%' order by id`).map(
    ({ payload }) => payload,
  );
const lookedUntil = async (kind: string) =>
  new Date(String((await work.readProgress(kind))?.looked_until)).getTime();
const runAfter = async (days: number) => reconcile(new Date(work.now.getTime() + days * DAY));

test("gives up on an event after three days and reports its ID", async () => {
  await work.at(0);
  await work.cameUntil("sessions", -10 * DAY);
  await work.silentDispute();
  await work.cameUntil("events", 0);
  const before = await lookedUntil("events");
  // Its age alone is no reason to give up.
  for (const days of [5, 7.9]) {
    expect((await runAfter(days)).failed).toBeGreaterThan(0);
    expect([await lookedUntil("events"), await reported()]).toEqual([before, []]);
  }
  await runAfter(8);
  const { data: events } = await payments.stripe.events.list({ type: "charge.dispute.created" });
  const item = { name: events[0]?.id, about: "charge.dispute.created" };
  expect(await lookedUntil("events")).toBe(before + 8 * DAY);
  expect(logged("work.lost")).toMatchObject([item]);
  expect(await reported()).toEqual([{ work: "lost", count: 1, items: [item] }]);
  expect(await runAfter(9)).toMatchObject({ failed: 0 });
  expect(logged("work.lost")).toHaveLength(1);
});

test("gives up on a Checkout Session, with at most one email an hour", async () => {
  await work.at(0);
  await work.cameUntil("events", -10 * DAY);
  const { session } = await work.paidCheckout();
  await work.cameUntil("sessions", 0);
  const before = await lookedUntil("sessions");
  const [row] = await sql`
    select public.alert_staff('lost', '[{"name": "evt_other", "about": "invoice.paid"}]', true)::text as is_told`;
  expect(row?.is_told).toBe("true");
  await runAfter(0);
  await runAfter(4);
  expect(await lookedUntil("sessions")).toBe(before);
  expect(logged("work.lost")).toEqual([]);
  await sql`update outbox set dedupe_key = dedupe_key || ':before' where dedupe_key like 'stuck_work:lost:%'`;
  await runAfter(4);
  expect(await lookedUntil("sessions")).toBe(before + 4 * DAY);
  expect((await reported())[1]).toEqual({
    work: "lost",
    count: 1,
    items: [{ name: session, about: "checkout.session.completed" }],
  });
});
