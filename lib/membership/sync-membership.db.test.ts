import { isDeletedCustomer, syncMembership } from "@/lib/membership/sync-membership";
import { catchLog } from "@/sandbox/builders/caught-log";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { justBefore } from "@/sandbox/builders/rival";
import { exceptionsOf, membershipsOf } from "@/sandbox/builders/rows";
import { addCustomer, storedCustomer, subscribe as subscribeAs } from "@/sandbox/builders/subscriber";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();
const logged = catchLog();
const LIST = "/v1/subscriptions";
const away = { status: 503, code: "payments_unavailable" };

const aCustomer = (options?: Parameters<typeof addCustomer>[2]) => addCustomer(sql, payments, options);
const subscribe = (customer: string, price?: string) => subscribeAs(payments, customer, price);

const listReadsOf = async (customer: string) =>
  (await payments.requests("GET", LIST)).filter(({ params }) => params.customer === customer);

const unknown = { outcome: "unknown_customer", user_id: null, subscription: null };

test("writes a membership as the payment service has it, each time anew", async () => {
  const { userId, customer } = await aCustomer();
  const id = await subscribe(customer);
  expect(await syncMembership(customer)).toMatchObject({
    outcome: "written",
    user_id: userId,
    subscription: { stripe_subscription_id: id, status: "active", plan_type: "pro" },
  });
  await payments.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await syncMembership(customer);
  const { items } = await payments.stripe.subscriptions.retrieve(id);
  expect(await membershipsOf(sql, userId)).toEqual([
    {
      plan_type: "pro",
      status: "active",
      stripe_subscription_id: id,
      stripe_customer_id: customer,
      cancel_at_period_end: true,
      current_period_start: new Date(Number(items.data[0]?.current_period_start) * 1000),
      current_period_end: new Date(Number(items.data[0]?.current_period_end) * 1000),
    },
  ]);
  const line = { customer, outcome: "written", status: "active" };
  expect(logged("membership.synced")).toMatchObject([line, line]);
});

test("reads ended memberships too, so that they end here as they did there", async () => {
  const { userId, customer } = await aCustomer();
  const ended = await subscribe(customer, "price_sandbox_starter");
  await payments.stripe.subscriptions.cancel(ended);
  const running = await subscribe(customer, "price_sandbox_elite");
  expect(await syncMembership(customer)).toMatchObject({ subscription: { stripe_subscription_id: running } });
  const rows = await membershipsOf(sql, userId);
  expect(rows.map(({ stripe_subscription_id: id, status, plan_type }) => [id, status, plan_type])).toEqual(
    expect.arrayContaining([
      [ended, "canceled", "starter"],
      [running, "active", "elite"],
    ]),
  );
});

test("a customer without any subscription has none, and the log names no status", async () => {
  const { userId, customer } = await aCustomer();
  expect(await syncMembership(customer)).toEqual({ outcome: "written", user_id: userId, subscription: null });
  expect(logged("membership.synced")).toEqual([
    { at: expect.any(String), level: "info", event: "membership.synced", customer, outcome: "written" },
  ]);
});

test("a second membership and one of no plan of ours wait for staff", async () => {
  const { userId, customer } = await aCustomer();
  const kept = await subscribe(customer);
  const second = await subscribe(customer);
  const foreign = await subscribe(customer, "price_sandbox_foreign");
  await syncMembership(customer);
  expect(await exceptionsOf(sql, foreign)).toMatchObject([{ reason: "unknown_price" }]);
  const twice = [...(await exceptionsOf(sql, kept)), ...(await exceptionsOf(sql, second))];
  expect(twice).toMatchObject([{ reason: "second_subscription" }]);
  const rows = await membershipsOf(sql, userId);
  expect(rows.map(({ status }) => status).sort()).toEqual(["active", "duplicate"]);
});

test("all pages of the list are read", async () => {
  const { userId, customer } = await aCustomer();
  const ids = [await subscribe(customer), await subscribe(customer), await subscribe(customer)];
  const [newest] = (await payments.stripe.subscriptions.list({ customer, limit: 1 })).data;
  const first = { object: "list", url: LIST, has_more: true, data: [newest] };
  await payments.fault({ method: "GET", path: LIST, body: JSON.stringify(first) });
  await syncMembership(customer);
  const written = await membershipsOf(sql, userId);
  expect(written.map((row) => row.stripe_subscription_id).sort()).toEqual(ids.sort());
});

describe("of two reads the later one counts", () => {
  test("whoever writes first", async () => {
    const { userId, customer } = await aCustomer();
    const id = await subscribe(customer);
    justBefore("sync_membership", async () => {
      await payments.stripe.subscriptions.cancel(id);
      expect(await syncMembership(customer)).toMatchObject({ outcome: "written" });
    });
    expect(await syncMembership(customer)).toMatchObject({
      outcome: "stale",
      subscription: { status: "canceled" },
    });
    expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "canceled" }]);
    expect(logged("membership.synced").map(({ outcome }) => outcome)).toEqual(["written", "stale"]);
  });

  test("because its number is taken before the payment service is asked", async () => {
    const { customer } = await aCustomer();
    let asked: number | undefined;
    justBefore("next_read_fence", async () => {
      asked = (await listReadsOf(customer)).length;
    });
    await syncMembership(customer);
    expect([asked, (await listReadsOf(customer)).length]).toEqual([0, 1]);
  });
});

describe("a customer that the database does not know", () => {
  test("is entered when it names one of our accounts, and its membership written", async () => {
    const { userId, customer } = await aCustomer({ isEntered: false });
    const id = await subscribe(customer);
    expect(await syncMembership(customer)).toMatchObject({
      outcome: "written",
      user_id: userId,
      subscription: { stripe_subscription_id: id },
    });
    expect(await storedCustomer(sql, userId)).toBe(customer);
  });

  test("is nobody of ours when the account has another customer, which stays", async () => {
    const { userId, customer: known } = await aCustomer();
    const metadata = { app: "slabrelay", user_id: userId };
    const { id: other } = await payments.stripe.customers.create({ metadata });
    await subscribe(other);
    expect(await syncMembership(other)).toEqual(unknown);
    expect(await storedCustomer(sql, userId)).toBe(known);
    expect(await listReadsOf(other)).toHaveLength(1);
    expect(await membershipsOf(sql, userId)).toEqual([]);
  });

  test.each([
    ["of another product", { app: "other" }],
    ["without an account", { user_id: "" }],
  ])("is nobody of ours: one %s", async (_, metadata) => {
    const { userId, customer } = await aCustomer({ isEntered: false, metadata });
    await subscribe(customer);
    expect(await syncMembership(customer)).toEqual(unknown);
    expect(await storedCustomer(sql, userId)).toBeUndefined();
    expect(await listReadsOf(customer)).toHaveLength(1);
  });

  test("nor is one that the payment service does not know either, or has deleted", async () => {
    const never = "cus_neverMade0000";
    expect(await syncMembership(never)).toEqual(unknown);
    expect(await listReadsOf(never)).toHaveLength(1);
    expect(await isDeletedCustomer(never, new Error("asked by a test"))).toBe(false);
    const { userId, customer } = await aCustomer({ isEntered: false });
    const metadata = { app: "slabrelay", user_id: userId };
    const body = JSON.stringify({ id: customer, object: "customer", deleted: true, metadata });
    await payments.fault({ path: `/v1/customers/${customer}`, body, times: null });
    expect(await syncMembership(customer)).toEqual(unknown);
    expect(await storedCustomer(sql, userId)).toBeUndefined();
  });

  test("is not asked about when the database does know it, and its subscriptions say who it is", async () => {
    const { customer } = await aCustomer();
    await subscribe(customer);
    await syncMembership(customer);
    expect(await payments.requests("GET", `/v1/customers/${customer}`)).toEqual([]);
  });
});

test.each([500, 400, 429])("while the payment service answers %d, nothing changes", async (status) => {
  const { userId, customer } = await aCustomer();
  await subscribe(customer);
  await syncMembership(customer);
  await payments.fault({ path: LIST, status, times: null });
  await expect(syncMembership(customer)).rejects.toMatchObject(away);
  expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "active" }]);
  // That it does not answer says nothing of the customer.
  expect(await payments.requests("GET", `/v1/customers/${customer}`)).toEqual([]);
  await payments.mend();

  const stranger = await aCustomer({ isEntered: false });
  await payments.fault({ path: "/v1/customers/*", status, times: null });
  await expect(syncMembership(stranger.customer)).rejects.toMatchObject(away);
  expect(await storedCustomer(sql, stranger.userId)).toBeUndefined();
});
