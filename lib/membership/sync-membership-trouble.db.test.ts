import { openSubscription } from "@/lib/membership/open-subscription";
import { syncMembership } from "@/lib/membership/sync-membership";
import { catchLog } from "@/sandbox/builders/caught-log";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { justBefore } from "@/sandbox/builders/rival";
import { exceptionsOf, membershipsOf } from "@/sandbox/builders/rows";
import { addCustomer, storedCustomer, subscribe } from "@/sandbox/builders/subscriber";
import { call, connect, serverClient } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();
const logged = catchLog();
const LIST = "/v1/subscriptions";

/** Somebody whose membership is written. */
async function aMember() {
  const { userId, customer } = await addCustomer(sql, payments);
  const id = await subscribe(payments, customer);
  await syncMembership(customer);
  return { userId, customer, id };
}

const dueList = (now: Date) =>
  call<string[]>(serverClient(), "list_memberships_to_sync", { p_limit: 100_000, p_now: now.toISOString() });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

describe("a customer that the payment service does not find", () => {
  const other = "No such customer; a similar object exists in live mode, but a test mode key was used.";

  test("still has the membership: a wrong key ends nothing, staff are told, once", async () => {
    const { userId, customer } = await aMember();
    const missing = { status: 404, code: "resource_missing", message: other, times: null };
    await payments.fault({ path: LIST, ...missing });
    await payments.fault({ path: `/v1/customers/${customer}`, ...missing });
    for (let times = 0; times < 2; times++) {
      await expect(syncMembership(customer)).rejects.toMatchObject({ status: 503 });
    }
    expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "active" }]);
    expect(await storedCustomer(sql, userId)).toBe(customer);
    expect(await exceptionsOf(sql, customer)).toMatchObject([
      { reason: "customer_not_found", detail: { user_id: userId, stripe_customer_id: customer } },
    ]);
    // The job tells it, once.
    expect(logged("payment.exception")).toEqual([]);
  });

  test("is news when it was found again and is lost once more, though the first time was settled", async () => {
    const { customer } = await aMember();
    const lose = async () => {
      const missing = { status: 404, code: "resource_missing", message: other };
      await payments.fault({ path: LIST, ...missing });
      await payments.fault({ path: `/v1/customers/${customer}`, ...missing });
      await expect(syncMembership(customer)).rejects.toMatchObject({ status: 503 });
    };
    const open = () => sql`select told_at is not distinct from '2020-01-01Z' as "wasTold"
      from payment_exceptions where stripe_session_id = ${customer} and resolved_at is null`;
    // Told long ago: the job of another test may tell what is news at any moment.
    const settle =
      () => sql`update payment_exceptions set resolved_at = now(), resolution = 'key', told_at = '2020-01-01Z'
      where stripe_session_id = ${customer}`;
    await lose();
    await settle();
    await lose();
    expect(await open()).toEqual([]);
    await syncMembership(customer);
    await lose();
    await lose();
    expect(await open()).toEqual([{ wasTold: false }]);
  });

  test("and that is there after all, still has it too", async () => {
    const { userId, customer } = await aMember();
    await payments.fault({ path: LIST, status: 404, code: "resource_missing" });
    await expect(syncMembership(customer)).rejects.toMatchObject({ status: 503 });
    expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "active" }]);
  });

  test("and that cannot be asked about either, is not told to staff as lost", async () => {
    const { userId, customer } = await aMember();
    await payments.fault({ path: LIST, status: 404, code: "resource_missing" });
    await payments.fault({ path: `/v1/customers/${customer}`, status: 500, times: null });
    await expect(syncMembership(customer)).rejects.toMatchObject({ status: 503 });
    expect(await exceptionsOf(sql, customer)).toEqual([]);
    expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "active" }]);
  });

  test("has none any more when the payment service says that it was deleted", async () => {
    const { userId, customer } = await aMember();
    await payments.stripe.customers.del(customer);
    expect(await syncMembership(customer)).toMatchObject({ outcome: "deleted_customer" });
    expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "canceled" }]);
    expect(await storedCustomer(sql, userId)).toBeUndefined();
    expect(await dueList(inDays(2))).not.toContain(customer);
  });

  test("nor one who had none, whose payment page is closed with it", async () => {
    const { userId, email, customer } = await addCustomer(sql, payments);
    await openSubscription({ userId, email }, "pro_monthly");
    await payments.stripe.customers.del(customer);
    expect(await syncMembership(customer)).toMatchObject({ outcome: "deleted_customer" });
    expect(await storedCustomer(sql, userId)).toBeUndefined();
    const { data } = await payments.stripe.checkout.sessions.list({ customer });
    expect(data).toMatchObject([{ status: "expired" }]);
  });

  test("nor when it is deleted and not even its list is to be had", async () => {
    const { userId, customer } = await aMember();
    await payments.stripe.customers.del(customer);
    await payments.fault({ path: LIST, status: 400, code: "resource_missing" });
    expect(await syncMembership(customer)).toMatchObject({ outcome: "deleted_customer" });
    expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "canceled" }]);
    expect(await storedCustomer(sql, userId)).toBeUndefined();
  });
});

test("subscriptions of the other mode, live or test, are nobody's", async () => {
  const { userId, customer } = await aMember();
  const { data } = await payments.stripe.subscriptions.list({ customer });
  const foreign = data.map((subscription) => ({ ...subscription, livemode: true, status: "canceled" }));
  const body = JSON.stringify({ object: "list", url: LIST, has_more: false, data: foreign });
  await payments.fault({ path: LIST, body });
  const cause = new Error("the subscriptions are of the other mode, live or test");
  await expect(syncMembership(customer)).rejects.toMatchObject({ status: 503, cause });
  expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "active" }]);
});

test("what ended here without the payment service saying so comes back with the daily list", async () => {
  const { userId, customer } = await aMember();
  const body = JSON.stringify({ object: "list", url: LIST, has_more: false, data: [] });
  await payments.fault({ path: LIST, body });
  await syncMembership(customer);
  expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "canceled" }]);
  expect(await dueList(inDays(2))).toContain(customer);
  await syncMembership(customer);
  expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "active" }]);
});

test("an account that was deleted before it paid: staff are told, and nothing is tried for days", async () => {
  const { userId, customer } = await addCustomer(sql, payments, { isEntered: false });
  await sql`delete from auth.users where id = ${userId}`;
  const unknown = { outcome: "unknown_customer", user_id: null, subscription: null };
  expect(await syncMembership(customer)).toEqual(unknown);
  expect(await exceptionsOf(sql, customer)).toEqual([]);
  const id = await subscribe(payments, customer);
  for (let times = 0; times < 2; times++) expect(await syncMembership(customer)).toEqual(unknown);
  expect(await exceptionsOf(sql, customer)).toMatchObject([
    { reason: "account_deleted", detail: { user_id: userId, subscription_id: id } },
  ]);
});

test("an account that was deleted, as its customer is while we look: nobody pays, nobody is told", async () => {
  const { userId, customer } = await addCustomer(sql, payments, { isEntered: false });
  await sql`delete from auth.users where id = ${userId}`;
  await subscribe(payments, customer);
  justBefore("ensure_stripe_customer", () => payments.stripe.customers.del(customer));
  expect(await syncMembership(customer)).toMatchObject({ outcome: "unknown_customer" });
  expect(await exceptionsOf(sql, customer)).toEqual([]);
});
