import { newBatchId } from "../../lib/orders/batch-id.ts";
import { mailsTo } from "../../sandbox/builders/mailbox.ts";
import type { Person } from "../../sandbox/builders/person.ts";
import { eventually, pagesOf, patiently } from "../../sandbox/builders/product.ts";
import { SEED, seeded, shuffle } from "../../sandbox/builders/random.ts";
import { orderOfBatch } from "../../sandbox/builders/rows.ts";
import { sized } from "../../sandbox/builders/size.ts";
import type { Moment } from "../support/holding-door.ts";
import { MortalProduct } from "../support/mortal-product.ts";

jest.setTimeout(sized(120_000, 900_000));

const mortal = new MortalProduct();
const { product } = mortal;

beforeAll(() => mortal.begin());
afterAll(() => mortal.end());

type Service = "database" | "payments";
type Step = { name: string; during: "checkout" | "payment"; service: Service } & Moment;

const step = (
  name: string,
  during: Step["during"],
  service: Service,
  when: Step["when"],
  call: RegExp,
): Step => ({
  name,
  during,
  service,
  when,
  call,
});

/** Where a process may die between its calls: opening a page, booking its payment, sending its mail. */
const STEPS = [
  step("before the order is reserved", "checkout", "database", "before", /rpc\/reserve_order$/),
  step("after the order is reserved", "checkout", "database", "after", /rpc\/reserve_order$/),
  step("after the page is made", "checkout", "payments", "after", /^POST \/v1\/checkout\/sessions$/),
  step(
    "after the page is tied to the order",
    "checkout",
    "database",
    "after",
    /rpc\/attach_checkout_session$/,
  ),
  step("before the event is recorded", "payment", "database", "before", /rpc\/record_stripe_event$/),
  step("after the event is recorded", "payment", "database", "after", /rpc\/record_stripe_event$/),
  step("after the page is read", "payment", "payments", "after", /^GET \/v1\/checkout\/sessions\/cs_/),
  step("after the payment is booked", "payment", "database", "after", /rpc\/apply_checkout$/),
  step("after the event is done", "payment", "database", "after", /rpc\/finish_stripe_event$/),
  step("after the mail is claimed", "payment", "database", "after", /rpc\/claim_outbox$/),
  step("after the mail is read", "payment", "database", "after", /rpc\/get_order_for_email$/),
  step("after the mail server took it", "payment", "database", "before", /rpc\/finish_outbox$/),
  step("after the mail is done", "payment", "database", "after", /rpc\/finish_outbox$/),
];

const DRAWN = sized(shuffle(STEPS, seeded(SEED)).slice(0, 2), STEPS);
const KILLS = sized(1, 5);
/** Batches that are under way when it dies. */
const BATCHES = sized(2, 5);

type Customer = { person: Person; batchId: string; sessionId?: string };

async function submit({ person, batchId }: Customer) {
  return product.openCheckout({ token: person.token }, 2, batchId);
}

/** Submits again, as somebody does who got no answer, and notes the page. */
async function submitAgain(customer: Customer): Promise<void> {
  const { status, body } = await patiently(() => submit(customer));
  expect({ status, batch: body.batch_id }).toEqual({ status: 200, batch: customer.batchId });
  customer.sessionId = body.sessionId;
}

const pay = ({ sessionId }: Customer) => product.pay(sessionId ?? "");

async function dieAt({ during, service, ...moment }: Step): Promise<Customer[]> {
  const customers = await Promise.all(
    Array.from({ length: BATCHES }, async () => ({ person: await product.person(), batchId: newBatchId() })),
  );
  if (during === "payment") await Promise.all(customers.map(submitAgain));
  const isReached = mortal[service].hold(moment);
  const work = customers.map((one: Customer) => (during === "checkout" ? submit(one) : pay(one)));
  const isOver = Promise.allSettled(work);
  await isReached;
  await mortal.kill();
  await isOver;
  await mortal.start();
  if (during === "checkout") {
    await Promise.all(customers.map(submitAgain));
    await Promise.all(customers.map(pay));
  }
  return customers;
}

test.each(DRAWN)("killed $name, it loses no payment and makes none twice", async (point) => {
  for (let kill = 0; kill < KILLS; kill++) {
    const customers = await dieAt(point);
    const orders = await Promise.all(
      customers.map(({ batchId }) =>
        eventually(
          async () => {
            await mortal.aMinuteLater();
            return orderOfBatch(mortal.sql, batchId);
          },
          (order) => order?.payment_status === "paid",
        ),
      ),
    );
    const ids = orders.map((order) => order?.id ?? "");
    for (const [index, { person }] of customers.entries()) {
      const mails = await eventually(
        () => mailsTo(person.email, product.setting("MAILBOX_URL")),
        (list) => list.length > 0,
      );
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
      // What the mail server took and nobody could note goes out again, as the same mail.
      expect(mails.length).toBeLessThanOrEqual(point.during === "payment" ? 2 : 1);
      expect(await pagesOf(product, { order_id: ids[index] ?? "" })).toHaveLength(1);
    }
    await mortal.aMinuteLater();
    expect(await mortal.broken(ids)).toEqual([]);
  }
});

describe("while customers submit and pay", () => {
  const AWAY_MS = { payments: sized(1_500, 120_000), database: sized(1_500, 30_000) };
  const LANES = sized(3, 6);

  test.each(["payments", "database"] as const)(
    "the %s go away: nothing is lost, nothing is said falsely, and ten runs of the job mend it",
    async (service) => {
      let isOver = false;
      const paid: string[] = [];
      const problems: string[] = [];
      const lane = async () => {
        while (!isOver) {
          // Somebody new each time: nobody is slowed down for trying often.
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
            (await orderOfBatch(mortal.sql, batchId))?.payment_status !== "paid"
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
      mortal[service].setAway(true);
      await new Promise((resolve) => setTimeout(resolve, AWAY_MS[service]));
      mortal[service].setAway(false);
      await somePay();
      isOver = true;
      await Promise.all(lanes);
      expect(problems).toEqual([]);

      const unpaid = async () =>
        (
          await mortal.sql`select batch_id from public.grading_orders
        where batch_id = any(${paid}) and payment_status <> 'paid'`
        ).length;
      let runs = 0;
      do {
        await mortal.aMinuteLater();
        runs++;
      } while (runs < 10 && (await unpaid()) > 0);
      expect(await unpaid()).toBe(0);
      const rows = await mortal.sql<
        { id: string }[]
      >`select id from public.grading_orders where batch_id = any(${paid})`;
      expect(rows).toHaveLength(paid.length);
      expect(await mortal.broken(rows.map(({ id }) => id))).toEqual([]);
    },
  );
});
