import { reconcile } from "@/lib/jobs/reconcile";
import { catchLog } from "@/sandbox/builders/caught-log";
import { MissedWork } from "@/sandbox/builders/missed-work";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { membershipsOf, storedOrder } from "@/sandbox/builders/rows";
import { connect, emptyTables } from "@/sandbox/builders/test-database";

const sql = connect();
emptyTables(sql);
const payments = ownPayments();
catchLog();

/** More than one run can process, as after a week without webhooks or this job. */
const EXPIRED = 500;
const DAY = 86_400_000;

const mockDue = "1853-01-01T00:00:00.000Z";
/** The job's clock: each call takes half a second. */
let mockClock = Date.now();
jest.mock("@/lib/supabase/service", () => {
  const { serviceClient } = jest.requireActual("@/lib/supabase/service");
  const { DUE } = jest.requireActual("@/sandbox/builders/job-service");
  const rpc = (name: string, args: Record<string, unknown>) => {
    mockClock += 500;
    return serviceClient().rpc(name, DUE.test(name) ? { ...args, p_now: mockDue } : args);
  };
  return { serviceClient: () => ({ rpc }) };
});

const work = new MissedWork(sql, payments, "2031-05-10T12:00:00Z", mockDue);
afterEach(() => work.clear());

test(`finds a lost payment, refund and renewal behind ${EXPIRED} expired reservations`, async () => {
  await work.begin(8 * 24);
  await work.at(7 * DAY);
  const { order, payment } = await work.paidCheckout();
  const { order: refunded, payment: given } = await work.paidCheckout();
  await work.at(6 * DAY);
  await payments.stripe.refunds.create({ payment_intent: given });
  const { userId } = await work.unaskedMembership();
  await work.at(0);
  for (let place = 0; place < EXPIRED; place++) await work.reservation({ isOpened: false });

  const clock = jest.spyOn(Date, "now").mockImplementation(() => mockClock);
  const { released } = await reconcile(work.now);
  clock.mockRestore();

  expect(await storedOrder(sql, order.id)).toMatchObject({
    payment_status: "paid",
    stripe_payment_intent_id: payment,
  });
  expect(await storedOrder(sql, refunded.id)).toMatchObject({ payment_status: "canceled" });
  expect(await membershipsOf(sql, userId)).toMatchObject([{ plan_type: "pro", status: "active" }]);
  expect(released).toBeGreaterThan(0);
  expect(released).toBeLessThan(EXPIRED);
  let left = EXPIRED - released;
  while (left > 0) left -= (await reconcile(work.now)).released || EXPIRED;
  expect(left).toBe(0);
}, 300_000);
