import { openCheckout, type Payer } from "@/lib/orders/checkout/open-checkout";
import type { CheckoutRequest } from "@/lib/orders/schema";
import { catchLog } from "@/sandbox/builders/caught-log";
import { aCheckoutRequest, aGuestPayer, anAccountPayer } from "@/sandbox/builders/checkout";
import { runBeforeRpc } from "@/sandbox/builders/concurrent-call";
import { aBatchId } from "@/sandbox/builders/ids";
import { ownPayments } from "@/sandbox/builders/own-payments";
import {
  addOrder,
  addStaff,
  addSubscription,
  addUser,
  orderOfBatch,
  removeStaff,
  storedOrder,
} from "@/sandbox/builders/rows";
import { reserveOrder } from "@/sandbox/builders/sql-functions";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();
catchLog();

let mockBatchId: string | null = null;
jest.mock("@/lib/orders/batch-id", () => {
  const actual = jest.requireActual("@/lib/orders/batch-id");
  return { ...actual, newBatchId: () => mockBatchId ?? actual.newBatchId() };
});
beforeEach(() => {
  mockBatchId = null;
});

/** The pages of an order that the payment service has made. */
async function pagesOf(orderId: string) {
  const { data } = await payments.stripe.checkout.sessions.list({ limit: 100 });
  return data.flatMap(({ id, status, metadata }) => (metadata?.order_id === orderId ? [{ id, status }] : []));
}

const orderOf = async ({ batch_id: batchId }: CheckoutRequest) => {
  const order = await orderOfBatch(sql, batchId);
  if (!order) throw new Error("no order");
  return order;
};

describe("another tab is quicker", () => {
  const attach = "attach_checkout_session";

  test.each([
    ["has closed this order", (id: string) => sql`select cancel_reservation(${id})`],
    [
      "has another page of this order",
      (id: string) => sql`update grading_orders set stripe_session_id = ${`cs_test_${id}`} where id = ${id}`,
    ],
    ["has removed this order", (id: string) => sql`delete from grading_orders where id = ${id}`],
  ])("and %s: the fresh page is closed again", async (_, change) => {
    const request = aCheckoutRequest();
    let orderId = "";
    runBeforeRpc(attach, async () => {
      orderId = (await orderOf(request)).id;
      await change(orderId);
    });
    await expect(openCheckout(aGuestPayer(), request)).rejects.toMatchObject({
      status: 409,
      code: "payment_superseded",
    });
    expect(await pagesOf(orderId)).toMatchObject([{ status: "expired" }]);
  });

  test("and has paid this very page: it is answered, and left alone", async () => {
    const request = aCheckoutRequest();
    runBeforeRpc(attach, async () => {
      const { id } = await orderOf(request);
      const [page] = await pagesOf(id);
      await sql`update grading_orders set stripe_session_id = ${page?.id ?? ""}, payment_status = 'paid',
                paid_at = now(), total_paid = 50, reservation_expires_at = null where id = ${id}`;
    });
    const opened = await openCheckout(aGuestPayer(), request);
    expect(await pagesOf(opened.orderId)).toEqual([{ id: opened.sessionId, status: "open" }]);
  });

  test("and has opened a page since the former was closed: the other one wins", async () => {
    const payer = aGuestPayer();
    await openCheckout(payer, aCheckoutRequest());
    runBeforeRpc(
      "apply_checkout",
      () =>
        sql`insert into grading_orders ${sql({
          guest_key: payer.guestKey,
          plan_type: "payg",
          num_cards: 1,
          rate_cents: 2500,
          grading_fee: 25,
          reservation_expires_at: new Date(Date.now() + 600_000),
        })}`,
    );
    const request = aCheckoutRequest();
    await expect(openCheckout(payer, request)).rejects.toMatchObject({ status: 409, code: "too_soon" });
    expect(await orderOfBatch(sql, request.batch_id)).toBeUndefined();
  });
});

describe("between reading the account and reserving", () => {
  const pro = { subscription: { plan_type: "pro" as const } };
  const begin = (userId: string) => addSubscription(sql, userId, { plan_type: "elite" });

  test.each([
    ["a membership begins", {}, 50, begin],
    [
      "a membership ends",
      pro,
      44,
      (id: string) => sql`update subscriptions set status = 'canceled' where user_id = ${id}`,
    ],
    [
      "a membership's period runs out",
      pro,
      44,
      (id: string) => sql`update subscriptions
      set current_period_start = now() - interval '1 month', current_period_end = now() where user_id = ${id}`,
    ],
    [
      "the plan changes",
      pro,
      44,
      (id: string) => sql`update subscriptions set plan_type = 'elite' where user_id = ${id}`,
    ],
    ["somebody leaves the staff", { staff_role: "staff" as const }, 38, (id: string) => removeStaff(sql, id)],
    ["somebody joins the staff", {}, 50, (id: string) => addStaff(sql, id)],
  ])("%s: the price is asked again, and nothing is reserved", async (_, facts, total_amount, change) => {
    const payer = await anAccountPayer(sql, facts);
    const request = aCheckoutRequest({ total_amount });
    runBeforeRpc("reserve_order", () => change(payer.userId));
    await expect(openCheckout(payer, request)).rejects.toMatchObject({ status: 409, code: "price_changed" });
    expect(await orderOfBatch(sql, request.batch_id)).toBeUndefined();
  });
});

test("after six ids that are all taken the person is asked to try again", async () => {
  const taken = await addOrder(sql);
  mockBatchId = taken.batch_id;
  let asked = 0;
  const count = () => {
    asked++;
    runBeforeRpc("reserve_order", async () => count());
  };
  runBeforeRpc("reserve_order", async () => count());
  const refusal = openCheckout(aGuestPayer(), aCheckoutRequest({ batch_id: taken.batch_id }));
  await expect(refusal).rejects.toMatchObject({ status: 409, code: "too_soon" });
  expect(asked).toBe(6);
});

describe("the price has changed since the page was opened", () => {
  /** An account that reserved two cards at $25 and has become a pro member since. */
  async function aNewMember() {
    const { id: userId, email } = await addUser(sql);
    const customer = { userId, email, guestKey: null };
    const context = { staff_role: null, profile_complete: true, subscription: null, renewing_customer: null };
    const request = aCheckoutRequest();
    const opened = await openCheckout({ ...customer, context }, request);
    const payer: Payer = { ...customer, context: { ...context, subscription: { plan_type: "pro" } } };
    return { payer, request, opened };
  }
  const changed = { status: 409, code: "price_changed" };

  test("what was reserved is paid as it was shown", async () => {
    const { payer, request, opened } = await aNewMember();
    expect(await openCheckout(payer, request)).toEqual(opened);
    await payments.pay(opened.sessionId);
    await expect(openCheckout(payer, request)).rejects.toMatchObject({ code: "already_paid" });
  });

  test("but not with another count, another total, or on another batch", async () => {
    const { payer, request } = await aNewMember();
    for (const changes of [{ num_cards: 3 }, { total_amount: 25 }, { batch_id: aBatchId() }])
      await expect(openCheckout(payer, { ...request, ...changes })).rejects.toMatchObject(changed);
  });

  test("nor by somebody else", async () => {
    const { request } = await aNewMember();
    const { payer: stranger } = await aNewMember();
    await expect(openCheckout(stranger, request)).rejects.toMatchObject(changed);
  });

  test("nor where the page has run out, or none was made", async () => {
    const { payer, request, opened } = await aNewMember();
    await payments.stripe.checkout.sessions.expire(opened.sessionId);
    await expect(openCheckout(payer, request)).rejects.toMatchObject(changed);
    expect(await storedOrder(sql, opened.orderId)).toMatchObject({ payment_status: "canceled" });

    const bare = await reserveOrder(payer.userId, { p_num_cards: 2 });
    const again = aCheckoutRequest({ batch_id: bare.batch_id ?? "" });
    await expect(openCheckout(payer, again)).rejects.toMatchObject(changed);
  });
});
