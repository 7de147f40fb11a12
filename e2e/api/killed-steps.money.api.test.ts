import { apiPaths } from "../../lib/base/api-paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import type { Person } from "../../sandbox/builders/person.ts";
import {
  type Answer,
  eventually,
  logInAsStaff,
  pagesOf,
  patiently,
  payForBatch,
  type SignedIn,
} from "../../sandbox/builders/product.ts";
import { orderOfBatch, storedOrder } from "../../sandbox/builders/rows.ts";
import { KillableApp } from "../support/killable-app.ts";
import { CHARGE_STEPS, ORDER_STEPS, type Step } from "../support/killed-steps.ts";

jest.setTimeout(180_000);

const killable = new KillableApp();
const { product } = killable;

beforeAll(() => killable.begin());
afterAll(() => killable.end());

/** Batches in progress when the app is killed. */
const BATCHES = 2;

type Payer = { person: Person; submit: () => Promise<Answer>; session: () => Promise<string> };

/** Submits again, as a person does without a response. */
async function submitAgain({ submit }: Payer): Promise<void> {
  const { status, body } = await patiently(submit);
  expect({ status, body }).toMatchObject({ status: 200 });
}

const pay = async ({ session }: Payer) => product.pay(await session());

async function dieAt({ during, service, ...moment }: Step, payers: readonly Payer[]): Promise<void> {
  if (during === "payment") await Promise.all(payers.map(submitAgain));
  const isReached = killable[service].hold(moment);
  const work = payers.map((one) => (during === "checkout" ? one.submit() : pay(one)));
  const isOver = Promise.allSettled(work);
  await isReached;
  await killable.kill();
  await isOver;
  await killable.start();
  if (during === "checkout") {
    await Promise.all(payers.map(submitAgain));
    await Promise.all(payers.map(pay));
  }
}

/** Runs the job until `read` returns true. */
const untilPaid = (read: () => Promise<boolean>) =>
  eventually(
    async () => {
      await killable.aMinuteLater();
      return read();
    },
    (isPaid) => isPaid,
  );

/**
 * Expects one new email. One that was sent but not recorded, or whose lease ended while it was being sent, is sent again with the
 * same Message-ID.
 */
async function expectOneMail({ person }: Payer, { during }: Step, known = new Set<string>()) {
  const ids = await eventually(
    () => mailIdsOf(person),
    (all) => all.some((id) => !known.has(id)),
  );
  const fresh = ids.filter((id) => !known.has(id));
  expect(new Set(fresh).size).toBe(1);
  if (during !== "payment") expect(fresh).toHaveLength(1);
}

const mailIdsOf = async ({ email }: Person) =>
  (await emailsTo(email, product.setting("MAILBOX_URL"))).map(({ messageId }) => messageId);

type Customer = Payer & { batchId: string };

async function customer(): Promise<Customer> {
  const person = await product.person();
  const batchId = newBatchId();
  let session = "";
  const submit = async () => {
    const answer = await product.openCheckout({ token: person.token }, 2, batchId);
    if (answer.status === 200) {
      expect(answer.body.batch_id).toBe(batchId);
      session = answer.body.sessionId;
    }
    return answer;
  };
  return { person, batchId, submit, session: async () => session };
}

test.each(ORDER_STEPS)("keeps each batch's payment once when killed $name", async (point) => {
  const customers = await Promise.all(Array.from({ length: BATCHES }, customer));
  await dieAt(point, customers);
  const ids: string[] = [];
  for (const { batchId } of customers) {
    await untilPaid(async () => (await orderOfBatch(killable.sql, batchId))?.payment_status === "paid");
    ids.push((await orderOfBatch(killable.sql, batchId))?.id ?? "");
  }
  for (const [index, one] of customers.entries()) {
    await expectOneMail(one, point);
    expect(await pagesOf(product, { order_id: ids[index] ?? "" })).toHaveLength(1);
  }
  await killable.aMinuteLater();
  expect(await killable.broken(ids)).toEqual([]);
});

describe("a proposed charge", () => {
  let staff: SignedIn;
  beforeAll(async () => {
    staff = await logInAsStaff(product, killable.sql);
  });

  type Charged = Payer & { orderId: string; id: string };
  type Proposed = { id: string; amount_cents: number; status: string; stripe_session_id: string | null };
  const proposed = async (orderId: string) => {
    const [row] = await killable.sql<Proposed[]>`
      select * from public.order_adjustments where order_id = ${orderId}`;
    if (!row) throw new Error("nothing was proposed");
    return row;
  };

  /** Pays for two cards and counts three. A count that timed out may still be stored (409). */
  async function charged(): Promise<Charged> {
    const person = await product.person();
    const { id: orderId } = await payForBatch(product, killable.sql, { token: person.token });
    const { version } = await storedOrder(killable.sql, orderId);
    const count = { version: Number(version), count: 3, condition: "ok" };
    const checkIn = () => product.post(staffApiPaths.checkIn(orderId), count, staff);
    expect([200, 409]).toContain((await patiently(checkIn)).status);
    const { id, amount_cents } = await proposed(orderId);
    const submit = () => product.post(apiPaths.adjustmentPay(id), { amount_cents }, { token: person.token });
    const session = async () => String((await proposed(orderId)).stripe_session_id);
    return { person, orderId, id, submit, session };
  }

  test.each(CHARGE_STEPS)("keeps each charge's payment once when killed $name", async (point) => {
    const customers = await Promise.all(Array.from({ length: BATCHES }, charged));
    // Sends all earlier emails, except the question, which the customer answers anyway.
    await killable.sql`delete from public.outbox where kind = 'adjustment_proposed' and sent_at is null`;
    await killable.aMinuteLater();
    const orders = customers.map(({ orderId }) => orderId);
    await eventually(
      () =>
        killable.sql`select 1 from public.outbox where payload ->> 'order_id' = any(${orders}) and sent_at is null`,
      ({ length }) => length === 0,
    );
    const known = new Set((await Promise.all(customers.map(({ person }) => mailIdsOf(person)))).flat());
    await dieAt(point, customers);
    for (const { orderId } of customers)
      await untilPaid(async () => (await proposed(orderId)).status === "paid");
    for (const one of customers) {
      await expectOneMail(one, point, known);
      expect(await pagesOf(product, { adjustment_id: one.id })).toHaveLength(1);
    }
    await killable.aMinuteLater();
    expect(await killable.broken(orders)).toEqual([]);
  });
});

describe("while customers submit and pay", () => {
  const AWAY_MS = { payments: 10_000, database: 5_000 };
  const LANES = 4;

  test.each(["payments", "database"] as const)(
    "loses no payment when %s are down, and recovers within ten job runs",
    async (service) => {
      let isOver = false;
      const paid: string[] = [];
      const problems: string[] = [];
      const lane = async () => {
        while (!isOver) {
          // A new person each time avoids rate limits.
          const { token } = await product.person();
          const batchId = newBatchId();
          const { status, body } = await product.openCheckout({ token }, 2, batchId);
          if (status !== 200) {
            if (status < 409) problems.push(`${status} ${JSON.stringify(body)}`);
            await new Promise((resolve) => setTimeout(resolve, 100));
            continue;
          }
          const confirm = () =>
            product.post("/api/process-payg-payment", { session_id: body.sessionId }, { token });
          const early = await confirm();
          if (early.body.success === true) problems.push(`unpaid ${batchId} is said to be paid`);
          if ((await product.pay(body.sessionId)).status !== 200) problems.push(`${batchId} cannot be paid`);
          const late = await confirm();
          if (
            late.body.success === true &&
            (await orderOfBatch(killable.sql, batchId))?.payment_status !== "paid"
          )
            problems.push(`${batchId} is said to be paid, and is not`);
          paid.push(batchId);
        }
      };
      const lanes = Array.from({ length: LANES }, lane);
      const somePay = () => {
        const before = paid.length;
        return eventually(
          async () => paid.length - before,
          (more) => more >= LANES,
        );
      };
      await somePay();
      killable[service].setAway(true);
      await new Promise((resolve) => setTimeout(resolve, AWAY_MS[service]));
      killable[service].setAway(false);
      await somePay();
      isOver = true;
      await Promise.all(lanes);
      expect(problems).toEqual([]);

      const unpaid = async () =>
        (
          await killable.sql`select batch_id from public.grading_orders
        where batch_id = any(${paid}) and payment_status <> 'paid'`
        ).length;
      let runs = 0;
      do {
        await killable.aMinuteLater();
        runs++;
      } while (runs < 10 && (await unpaid()) > 0);
      expect(await unpaid()).toBe(0);
      const rows = await killable.sql<
        { id: string }[]
      >`select id from public.grading_orders where batch_id = any(${paid})`;
      expect(rows).toHaveLength(paid.length);
      expect(await killable.broken(rows.map(({ id }) => id))).toEqual([]);
    },
  );
});
