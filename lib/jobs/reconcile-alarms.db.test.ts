import { reconcile } from "@/lib/jobs/reconcile";
import { resolveException } from "@/lib/staff/reconcile/reconciliation";
import { catchLog } from "@/sandbox/builders/caught-log";
import { MissedWork } from "@/sandbox/builders/missed-work";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { addOrder, type StaffMember, signUpStaff, storedOrder } from "@/sandbox/builders/rows";
import { connect, emptyTables } from "@/sandbox/builders/test-database";

const sql = connect();
emptyTables(sql);
const payments = ownPayments();
const logged = catchLog();

const mockDue = "1855-01-01T00:00:00.000Z";
jest.mock("@/lib/supabase/service", () =>
  jest.requireActual("@/sandbox/builders/job-service").jobService(() => ({ due: mockDue })),
);
let mockSettings: Record<string, string> = {};
jest.mock("@/lib/base/env", () => {
  const actual = jest.requireActual("@/lib/base/env");
  return { ...actual, env: () => ({ ...actual.env(), ...mockSettings }) };
});

const work = new MissedWork(sql, payments, "2031-05-10T12:00:00Z", mockDue);
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});
beforeEach(async () => {
  mockSettings = {};
  await sql`update payment_exceptions set notified_at = now() where notified_at is null`;
  await sql`update order_admin set alarms_notified = array_remove(array[review_reason, 'dispute_opened'], null)
    where has_new_alarm`;
  await work.begin(1);
});
afterEach(() => work.clear());

async function anotherAmount() {
  const { id, session } = await work.reservation({ isOpened: true });
  await payments.pay(session ?? "");
  await sql`update grading_orders set num_cards = 5, grading_fee = 125 where id = ${id}`;
  return { id, session: session ?? "" };
}

const alarms = (id: string) => logged("payment.exception").filter(({ order }) => order === id);
const exceptionOf = async (session: string) => {
  const [row] = await sql`select id from payment_exceptions where stripe_session_id = ${session}`;
  return Number(row?.id);
};
const emailsAbout = (id: number) =>
  sql`select kind, payload from outbox where dedupe_key = ${`payment_exception:${id}`}`;

test("queues one staff email about the exception", async () => {
  mockSettings = { ALERT_EMAIL: "money@example.test" };
  const { id, session } = await anotherAmount();
  await Promise.all([reconcile(work.now), reconcile(work.now)]);
  await reconcile(work.now);
  const mails = await emailsAbout(await exceptionOf(session));
  expect(mails).toMatchObject([
    { kind: "payment_exception", payload: { reason: "amount_mismatch", order_id: id, about: session } },
  ]);
  expect(alarms(id)).toHaveLength(1);
  await sql`delete from outbox where kind = 'payment_exception'`;
});

test("reports a review and a dispute once each, and again if they recur", async () => {
  mockSettings = { ALERT_EMAIL: "money@example.test" };
  await sql`delete from outbox where kind = 'payment_exception'`;
  const { id, stripe_payment_intent_id: payment } = await addOrder(sql, {
    stripe_payment_intent_id: `pi_alarm_${Date.now()}`,
  });
  const marked = async () => {
    await sql`select private.mark_for_review(${id}, 'refund_failed')`;
    await reconcile(work.now);
  };
  const reported = () => logged("payment.alarm").filter(({ order }) => order === id);
  await Promise.all([marked(), marked()]);
  expect(reported()).toMatchObject([{ error: "Error: refund_failed", about: payment }]);
  await sql`update order_admin set dispute_status = 'needs_response' where order_id = ${id}`;
  for (let times = 0; times < 2; times++) await reconcile(work.now);
  expect(reported().map(({ error }) => error)).toEqual(["Error: refund_failed", "Error: dispute_opened"]);
  await sql`update order_admin set review_reason = null where order_id = ${id}`;
  await marked();
  expect(reported()).toHaveLength(3);
  const mails = await sql<{ reason: string }[]>`
    delete from outbox where kind = 'payment_exception' and payload ->> 'order_id' = ${id} returning payload ->> 'reason' as reason`;
  expect(mails.map(({ reason }) => reason).sort()).toEqual([
    "dispute_opened",
    "refund_failed",
    "refund_failed",
  ]);
});

test("never reports or fetches a resolved exception again", async () => {
  const { id, session } = await anotherAmount();
  await reconcile(work.now);
  const how = { exception_id: await exceptionOf(session), resolution: "Refunded by hand" };
  expect(await resolveException(member.id, how)).toMatchObject({
    outcome: "resolved",
  });
  expect(await storedOrder(sql, id)).toMatchObject({
    payment_status: "unpaid",
    reservation_expires_at: null,
  });
  const reads = async () => (await payments.requests("GET", `/v1/checkout/sessions/${session}`)).length;
  const before = await reads();
  for (let times = 0; times < 2; times++) await reconcile(work.now);
  expect(await reads()).toBe(before);
  expect(alarms(id)).toHaveLength(1);
});
