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
import { addOtherAmount, type OtherAmount, openReasonsOf, settleException } from "../support/other-amount.ts";

const product = new Product();
const stripe = stripeOf(product);
const sql = database();
afterAll(() => sql.end());

describe("payment exceptions", () => {
  let owner: SignedIn;

  beforeAll(async () => {
    owner = await logInAsStaff(product, sql, "owner");
  });

  const anotherAmount = () => addOtherAmount(product, sql);
  const settle = (entry: OtherAmount, accepts: boolean, who: Caller = owner) =>
    settleException(product, entry, accepts, who);
  const openOf = (entry: OtherAmount) => openReasonsOf(sql, entry);

  test("resolves a refunded amount and leaves the order unpaid", async () => {
    const entry = await anotherAmount();
    await stripe.refunds.create({ payment_intent: entry.payment });
    expect(await settle(entry, false)).toMatchObject({ status: 200, body: { outcome: "resolved" } });
    expect((await product.runJob("/api/cron/reconcile")).status).toBe(200);
    expect(await storedOrder(sql, entry.id)).toMatchObject({ payment_status: "unpaid", total_paid: null });
    expect(await openOf(entry)).toEqual([]);
  });

  test("refuses to accept an amount when another payment was recorded meanwhile", async () => {
    const entry = await anotherAmount();
    await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = 75,
  stripe_payment_intent_id = ${`${entry.payment}_other`}, reservation_expires_at = null where id = ${entry.id}`;
    const refused = await settle(entry, true);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatch(/^Another payment was recorded first\./);
    expect(await openOf(entry)).toEqual(["amount_mismatch"]);
    expect(await storedOrder(sql, entry.id)).toMatchObject({ total_paid: "75.00" });
    expect((await settle(entry, false)).status).toBe(200);
    expect(await openOf(entry)).toEqual([]);
  });

  const giveBack = async ({ id, payment }: OtherAmount) => {
    await stripe.refunds.create({ payment_intent: payment });
    const noted = () =>
      sql`select detail ->> 'refunded_cents' as cents from payment_exceptions where order_id = ${id}`;
    await eventually(noted, ([row]) => row?.cents === "5000");
  };

  test("refuses to accept a fully refunded amount", async () => {
    const entry = await anotherAmount();
    await giveBack(entry);
    const refused = await settle(entry, true);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatch(/^This payment was fully refunded/);
    expect(await storedOrder(sql, entry.id)).toMatchObject({ payment_status: "unpaid", total_paid: null });
    expect(await openOf(entry)).toEqual(["amount_mismatch"]);
  });

  test("cancels an order marked paid when a sync finds its payment refunded", async () => {
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
