import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import {
  type Caller,
  eventually,
  logInAsStaff,
  Product,
  type SignedIn,
  stripeOf,
} from "../../sandbox/builders/product.ts";
import { storedOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const stripe = stripeOf(product);
const sql = database();
afterAll(() => sql.end());

describe("payment exceptions", () => {
  let owner: SignedIn;

  beforeAll(async () => {
    owner = await logInAsStaff(product, sql, "owner");
  });

  /** An order that asks $75, for which $50 was paid: its id, its cookie, the entry and the payment. */
  async function anotherAmount() {
    const { body, cookie } = await product.openCheckout({}, 2);
    const id: string = body.order_id;
    await sql`update grading_orders set num_cards = 3, grading_fee = 75 where id = ${id}`;
    await product.pay(body.sessionId);
    const [entry] = await eventually(
      () => sql<{ id: string; detail: { payment_intent_id: string } }[]>`
    select id, detail from payment_exceptions where order_id = ${id}`,
      (rows) => rows.length === 1,
    );
    return { id, cookie, exception: Number(entry?.id), payment: String(entry?.detail.payment_intent_id) };
  }
  type Entry = Awaited<ReturnType<typeof anotherAmount>>;

  const settle = ({ exception }: Entry, accepts_amount: boolean, who: Caller = owner) =>
    product.post(
      staffApiPaths.resolveException,
      { exception_id: exception, resolution: "He agreed", accepts_amount },
      { cookie: who.cookie ?? "" },
    );
  const openOf = async ({ id }: Entry) =>
    (await sql`select reason from payment_exceptions where order_id = ${id} and resolved_at is null`).map(
      ({ reason }) => reason,
    );

  test("an amount that is given back there and settled leaves the order unpaid, and nothing to do", async () => {
    const entry = await anotherAmount();
    await stripe.refunds.create({ payment_intent: entry.payment });
    expect(await settle(entry, false)).toMatchObject({ status: 200, body: { outcome: "resolved" } });
    expect((await product.runJob("/api/cron/reconcile")).status).toBe(200);
    expect(await storedOrder(sql, entry.id)).toMatchObject({ payment_status: "unpaid", total_paid: null });
    expect(await openOf(entry)).toEqual([]);
  });

  test("an amount is not accepted for an order that another payment has paid since the page was read", async () => {
    const entry = await anotherAmount();
    await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = 75,
  stripe_payment_intent_id = ${`${entry.payment}_other`}, reservation_expires_at = null where id = ${entry.id}`;
    const refused = await settle(entry, true);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatch(/^Another payment was booked in the meantime\./);
    expect(await openOf(entry)).toEqual(["amount_mismatch"]);
    expect(await storedOrder(sql, entry.id)).toMatchObject({ total_paid: "75.00" });
    expect((await settle(entry, false)).status).toBe(200);
    expect(await openOf(entry)).toEqual([]);
  });

  const giveBack = async ({ id, payment }: Entry) => {
    await stripe.refunds.create({ payment_intent: payment });
    const noted = () =>
      sql`select detail ->> 'refunded_cents' as cents from payment_exceptions where order_id = ${id}`;
    await eventually(noted, ([row]) => row?.cents === "5000");
  };

  test("an amount that went back in full is not accepted: the order stays unpaid, and its entry", async () => {
    const entry = await anotherAmount();
    await giveBack(entry);
    const refused = await settle(entry, true);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatch(/^All of this money went back in the meantime/);
    expect(await storedOrder(sql, entry.id)).toMatchObject({ payment_status: "unpaid", total_paid: null });
    expect(await openOf(entry)).toEqual(["amount_mismatch"]);
  });

  test("an order that was set to paid by hand before its payment went back is canceled once that is asked about", async () => {
    const entry = await anotherAmount();
    const { version } = await storedOrder(sql, entry.id);
    const paid = { version, changes: { payment_status: "paid" }, reason: "The page took it" };
    expect((await product.post(staffApiPaths.order(entry.id), paid, owner)).status).toBe(200);
    await giveBack(entry);
    expect((await product.post(staffApiPaths.sync(entry.id), {}, owner)).status).toBe(200);
    expect(await storedOrder(sql, entry.id)).toMatchObject({
      payment_status: "canceled",
      refunded_cents: 5_000,
    });
  });
});
