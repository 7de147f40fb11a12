import { openPortalFor } from "@/lib/membership/open-portal";
import { openSubscription } from "@/lib/membership/open-subscription";
import { catchLog } from "@/sandbox/builders/caught-log";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { addUser, membershipsOf } from "@/sandbox/builders/rows";
import { addCustomer, storedCustomer, subscribe } from "@/sandbox/builders/subscriber";
import { call, connect, serverClient } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();
catchLog();

/** What another tab does right after a request has listed the open sessions. */
let mockConcurrent: (() => Promise<unknown>) | undefined;
jest.mock("@/lib/membership/open-portal", () => {
  const actual = jest.requireActual("@/lib/membership/open-portal");
  const findMembership = async (customerId: string) => {
    const concurrent = mockConcurrent;
    mockConcurrent = undefined;
    await concurrent?.();
    return actual.findMembership(customerId);
  };
  return { ...actual, findMembership };
});
const SESSIONS = "/v1/billing_portal/sessions";

const dueList = (now: number) =>
  call<string[]>(serverClient(), "list_memberships_to_sync", {
    p_limit: 100_000,
    p_now: new Date(now).toISOString(),
  });
const HOUR = 3_600_000;

describe("a paid membership without an event", () => {
  test("is stored when its plan is chosen again", async () => {
    const { userId, email, customer } = await addCustomer(sql, payments);
    await subscribe(payments, customer);
    expect((await openSubscription({ userId, email }, "pro_monthly")).url).toContain("/p/session/");
    expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "active", plan_type: "pro" }]);
  });

  test("is due for a sync hourly while its session is open and once afterward", async () => {
    const { userId, email, customer } = await addCustomer(sql, payments);
    expect(await dueList(Date.now())).not.toContain(customer);
    await openSubscription({ userId, email }, "pro_monthly");
    const opened = Date.now();
    expect(await dueList(opened + HOUR)).toContain(customer);
    const sync = (now: number) =>
      sql`update public.stripe_customers set synced_at = ${new Date(now)} where user_id = ${userId}`;
    await sync(opened + HOUR);
    expect(await dueList(opened + 1.5 * HOUR)).not.toContain(customer);
    expect(await dueList(opened + 2.5 * HOUR)).toContain(customer);
    expect(await dueList(opened + 200 * HOUR)).toContain(customer);
    await sync(opened + 200 * HOUR);
    expect(await dueList(opened + 300 * HOUR)).not.toContain(customer);
  });
});

describe("a customer deleted in Stripe", () => {
  test("gets a new checkout session, and the old one expires", async () => {
    const { userId, email, customer } = await addCustomer(sql, payments);
    const { url } = await openSubscription({ userId, email }, "pro_monthly");
    await payments.stripe.customers.del(customer);
    const again = await openSubscription({ userId, email }, "pro_monthly");
    expect(again.url).not.toBe(url);
    const pages = await payments.stripe.checkout.sessions.list({ customer });
    expect(pages.data).toMatchObject([{ status: "expired" }]);
    expect(await storedCustomer(sql, userId)).not.toBe(customer);
  });

  test("is replaced once by three concurrent clicks of a member", async () => {
    const { userId, email, customer } = await addCustomer(sql, payments);
    const click = () => openSubscription({ userId, email }, "pro_monthly");
    await subscribe(payments, customer);
    await click();
    await payments.stripe.customers.del(customer);
    const urls = await Promise.all([click(), click(), click()]);
    expect(new Set(urls.map(({ url }) => url)).size).toBe(1);
    const { data } = await payments.stripe.customers.list({ email });
    expect(data.map(({ id }) => id)).toEqual([await storedCustomer(sql, userId)]);
  });

  test("can no longer open the portal", async () => {
    const { userId, customer } = await addCustomer(sql, payments);
    await payments.stripe.customers.del(customer);
    await expect(openPortalFor(userId, undefined)).rejects.toMatchObject({ code: "no_billing" });
    expect(await storedCustomer(sql, userId)).toBeUndefined();
  });
});

test("creates one customer for concurrent clicks", async () => {
  const { id: userId, email } = await addUser(sql);
  await Promise.all(Array.from({ length: 10 }, () => openSubscription({ userId, email }, "pro_monthly")));
  const { data } = await payments.stripe.customers.list({ email });
  expect(data.map(({ id }) => id)).toEqual([await storedCustomer(sql, userId)]);
});

test("returns the session that another tab has just opened", async () => {
  const { userId, email, customer } = await addCustomer(sql, payments);
  const click = () => openSubscription({ userId, email }, "pro_monthly");
  const urls: string[] = [];
  mockConcurrent = async () => urls.push((await click()).url);
  urls.push((await click()).url);
  expect(urls).toHaveLength(2);
  expect(new Set(urls).size).toBe(1);
  const { data } = await payments.stripe.checkout.sessions.list({ customer });
  expect(data).toMatchObject([{ status: "open" }]);
});

test("expires its session when another tab has just chosen another plan", async () => {
  const { userId, email, customer } = await addCustomer(sql, payments);
  mockConcurrent = () => openSubscription({ userId, email }, "elite_monthly");
  const slower = openSubscription({ userId, email }, "pro_monthly");
  await expect(slower).rejects.toMatchObject({ code: "payment_superseded" });
  const { data } = await payments.stripe.checkout.sessions.list({ customer });
  expect(data.map(({ status, metadata }) => [metadata?.plan, status]).sort()).toEqual([
    ["elite", "open"],
    ["pro", "expired"],
  ]);
});

test("charges in US dollars only", async () => {
  const { userId, email, customer } = await addCustomer(sql, payments);
  await openSubscription({ userId, email }, "pro_monthly");
  const { data } = await payments.stripe.checkout.sessions.list({ customer });
  expect(data).toMatchObject([{ currency: "usd", adaptive_pricing: { enabled: false } }]);
});

describe("a member who chooses a plan", () => {
  const opened = async (plan: string) => {
    const { userId, email, customer } = await addCustomer(sql, payments);
    const subscription = await subscribe(payments, customer);
    await openSubscription({ userId, email }, plan);
    return { subscription, params: (await payments.requests("POST", SESSIONS)).at(-1)?.params };
  };

  test("confirms a different plan in our portal and returns to pricing or the profile", async () => {
    const { subscription, params } = await opened("elite_monthly");
    expect(params).toMatchObject({
      configuration: "bpc_sandbox",
      return_url: expect.stringMatching(/\/pricing$/),
      flow_data: {
        type: "subscription_update_confirm",
        subscription_update_confirm: { subscription, items: { 0: { price: "price_sandbox_elite" } } },
        after_completion: {
          redirect: { return_url: expect.stringMatching(/\/portal\/profile\?changed=plan$/) },
        },
      },
    });
  });

  test("sees the portal's overview for the plan they already have", async () => {
    const { params } = await opened("pro_monthly");
    expect(params).not.toHaveProperty("flow_data");
  });
});
