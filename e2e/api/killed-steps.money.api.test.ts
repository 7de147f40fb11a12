import { newBatchId } from "../../lib/orders/batch-id.ts";
import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import type { Person } from "../../sandbox/builders/person.ts";
import { type Answer, listSessions, retryUnavailable, waitUntil } from "../../sandbox/builders/product.ts";
import { orderOfBatch } from "../../sandbox/builders/rows.ts";
import { KillableApp } from "../support/killable-app.ts";
import { ORDER_STEPS, type Step } from "../support/killed-steps.ts";

jest.setTimeout(180_000);

const killable = new KillableApp();
const { product } = killable;

beforeAll(() => killable.begin());
afterAll(() => killable.end());

/** Number of batches in progress when the app is killed. */
const BATCHES = 2;

type Customer = {
  person: Person;
  batchId: string;
  submit: () => Promise<Answer>;
  pay: () => Promise<Answer>;
};

async function aCustomer(): Promise<Customer> {
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
  return { person, batchId, submit, pay: () => product.pay(session) };
}

async function submitAgain({ submit }: Customer): Promise<void> {
  const { status, body } = await retryUnavailable(submit);
  expect({ status, body }).toMatchObject({ status: 200 });
}

async function dieAt({ during, service, ...moment }: Step, customers: readonly Customer[]): Promise<void> {
  if (during === "payment") await Promise.all(customers.map(submitAgain));
  const isReached = killable[service].hold(moment);
  const isOver = Promise.allSettled(
    customers.map((one) => (during === "checkout" ? one.submit() : one.pay())),
  );
  await isReached;
  await killable.kill();
  await isOver;
  await killable.start();
  if (during === "checkout") {
    await Promise.all(customers.map(submitAgain));
    await Promise.all(customers.map(({ pay }) => pay()));
  }
}

async function untilPaid({ batchId }: Customer): Promise<string> {
  const order = await waitUntil(
    async () => {
      await killable.aMinuteLater();
      return orderOfBatch(killable.sql, batchId);
    },
    (found) => found?.payment_status === "paid",
  );
  return order?.id ?? "";
}

/** Expects one email. A retry after an unrecorded send or an expired lease keeps the same Message-ID. */
async function expectOneMail({ person }: Customer) {
  const mails = await waitUntil(
    () => emailsTo(person.email, product.setting("MAILBOX_URL")),
    ({ length }) => length > 0,
  );
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
}

test.each(ORDER_STEPS)("keeps exactly one payment per batch when killed $name", async (point) => {
  const customers = await Promise.all(Array.from({ length: BATCHES }, aCustomer));
  await dieAt(point, customers);
  const ids: string[] = [];
  for (const one of customers) ids.push(await untilPaid(one));
  for (const [index, one] of customers.entries()) {
    await expectOneMail(one);
    expect(await listSessions(product, { order_id: ids[index] ?? "" })).toHaveLength(1);
  }
  await killable.aMinuteLater();
  expect(await killable.broken(ids)).toEqual([]);
});
