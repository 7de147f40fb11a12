import { syncMembership } from "@/lib/membership/sync-membership";
import { catchLog } from "@/sandbox/builders/caught-log";
import { runBeforeRpc } from "@/sandbox/builders/concurrent-call";
import { type OwnPayments, ownPayments } from "@/sandbox/builders/own-payments";
import { emailsAbout, exceptionsOf, membershipsOf } from "@/sandbox/builders/rows";
import {
  addCustomer,
  changePrice,
  storedCustomer,
  subscribe,
  subscribe as subscribeAs,
} from "@/sandbox/builders/subscriber";
import { call, connect, type Sql, serverClient } from "@/sandbox/builders/test-database";

async function aSyncedMember(sql: Sql, payments: OwnPayments, price: string, card?: string) {
  const { userId, customer } = await addCustomer(sql, payments);
  const id = await subscribe(payments, customer, price, card);
  const synced = async () => {
    await syncMembership(customer);
    const [row] = await sql`select plan_type, next_plan_type, status from public.subscriptions
      where stripe_subscription_id = ${id}`;
    return row;
  };
  await synced();
  return { id, userId, customer, synced };
}

const sql = connect();
const payments = ownPayments();
const logged = catchLog();

describe("sync membership", () => {
  const LIST = "/v1/subscriptions";
  const away = { status: 503, code: "payments_unavailable" };

  const aCustomer = (options?: Parameters<typeof addCustomer>[2]) => addCustomer(sql, payments, options);
  const subscribe = (customer: string, price?: string) => subscribeAs(payments, customer, price);

  const listReadsOf = async (customer: string) =>
    (await payments.requests("GET", LIST)).filter(({ params }) => params.customer === customer);

  const unknown = { outcome: "unknown_customer", user_id: null, subscription: null };

  test("stores a membership as Stripe returns it on every sync", async () => {
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

  test("reads all pages of the subscription list", async () => {
    const { userId, customer } = await aCustomer();
    const ids = [await subscribe(customer), await subscribe(customer), await subscribe(customer)];
    const [newest] = (await payments.stripe.subscriptions.list({ customer, limit: 1 })).data;
    const first = { object: "list", url: LIST, has_more: true, data: [newest] };
    await payments.fault({ method: "GET", path: LIST, body: JSON.stringify(first) });
    await syncMembership(customer);
    const written = await membershipsOf(sql, userId);
    expect(written.map((row) => row.stripe_subscription_id).sort()).toEqual(ids.sort());
  });

  describe("two concurrent reads", () => {
    test("keep the later one, whichever is written first", async () => {
      const { userId, customer } = await aCustomer();
      const id = await subscribe(customer);
      runBeforeRpc("sync_membership", async () => {
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

    test("take the fence before reading from Stripe", async () => {
      const { customer } = await aCustomer();
      let asked: number | undefined;
      runBeforeRpc("next_read_fence", async () => {
        asked = (await listReadsOf(customer)).length;
      });
      await syncMembership(customer);
      expect([asked, (await listReadsOf(customer)).length]).toEqual([0, 1]);
    });
  });

  describe("a customer unknown to the database", () => {
    test("is stored with its membership when its metadata names one of our accounts", async () => {
      const { userId, customer } = await aCustomer({ isEntered: false });
      const id = await subscribe(customer);
      expect(await syncMembership(customer)).toMatchObject({
        outcome: "written",
        user_id: userId,
        subscription: { stripe_subscription_id: id },
      });
      expect(await storedCustomer(sql, userId)).toBe(customer);
    });

    test("is ignored when the account has another customer", async () => {
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
    ])("is ignored if it's one %s", async (_, metadata) => {
      const { userId, customer } = await aCustomer({ isEntered: false, metadata });
      await subscribe(customer);
      expect(await syncMembership(customer)).toEqual(unknown);
      expect(await storedCustomer(sql, userId)).toBeUndefined();
      expect(await listReadsOf(customer)).toHaveLength(1);
    });

    test("is ignored when Stripe can't find it or has deleted it", async () => {
      const never = "cus_neverMade0000";
      expect(await syncMembership(never)).toEqual(unknown);
      const { userId, customer } = await aCustomer({ isEntered: false });
      const metadata = { app: "slabrelay", user_id: userId };
      const body = JSON.stringify({ id: customer, object: "customer", deleted: true, metadata });
      await payments.fault({ path: `/v1/customers/${customer}`, body, times: null });
      expect(await syncMembership(customer)).toEqual(unknown);
      expect(await storedCustomer(sql, userId)).toBeUndefined();
    });
  });

  test.each([500, 400])("changes nothing while Stripe returns %d", async (status) => {
    const { userId, customer } = await aCustomer();
    await subscribe(customer);
    await syncMembership(customer);
    await payments.fault({ path: LIST, status, times: null });
    await expect(syncMembership(customer)).rejects.toMatchObject(away);
    expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "active" }]);
    await payments.mend();

    const stranger = await aCustomer({ isEntered: false });
    await payments.fault({ path: "/v1/customers/*", status, times: null });
    await expect(syncMembership(stranger.customer)).rejects.toMatchObject(away);
    expect(await storedCustomer(sql, stranger.userId)).toBeUndefined();
  });
});

describe("sync membership rights", () => {
  const STARTER = "price_sandbox_starter";
  const ELITE = "price_sandbox_elite";
  const DAY = 86_400;

  afterEach(() => payments.control("/clock", { reset: true }));

  const aMember = (price: string, card?: string) => aSyncedMember(sql, payments, price, card);

  const active = (plan_type: string, next_plan_type: string | null = null) => ({
    plan_type,
    next_plan_type,
    status: "active",
  });

  describe("a higher plan", () => {
    test("is granted once the remainder of the month is paid", async () => {
      const { id, synced } = await aMember(STARTER);
      await changePrice(payments, id, ELITE, { proration_behavior: "always_invoice" });
      expect(await synced()).toEqual(active("elite"));
      expect(await emailsAbout(sql, id)).toEqual(["membership_changed", "membership_started"]);
    });

    test("isn't granted when its payment fails", async () => {
      const { id, synced } = await aMember(STARTER, "4000000000000341");
      await changePrice(payments, id, ELITE, { proration_behavior: "always_invoice" });
      expect(await synced()).toMatchObject({ plan_type: "starter", status: "past_due" });
    });
  });

  describe("a lower plan", () => {
    test("is emailed once when planned and once when it starts", async () => {
      const { id, synced } = await aMember(ELITE);
      await changePrice(payments, id, STARTER);
      await synced();
      await synced();
      expect(await emailsAbout(sql, id)).toEqual(["membership_change_planned", "membership_started"]);
      await changePrice(payments, id, ELITE);
      expect(await synced()).toEqual(active("elite"));
      expect(await emailsAbout(sql, id)).toEqual(["membership_started"]);
      await changePrice(payments, id, STARTER);
      await synced();
      await payments.control("/clock", { advance: 32 * DAY });
      await synced();
      expect(await emailsAbout(sql, id)).toEqual(["membership_changed", "membership_started"]);
    });
  });

  test("ends the rights of a paused membership after the paid month until it's paid again", async () => {
    const { id, synced } = await aMember(ELITE);
    await payments.stripe.subscriptions.update(id, { pause_collection: { behavior: "void" } });
    expect(await synced()).toEqual(active("elite"));
    await payments.control("/clock", { advance: 32 * DAY });
    expect((await payments.stripe.subscriptions.retrieve(id)).status).toBe("active");
    expect(await synced()).toMatchObject({ plan_type: "elite", status: "paused" });
    // Resuming collection doesn't pay for the current month.
    await payments.stripe.subscriptions.update(id, { pause_collection: "" });
    expect(await synced()).toMatchObject({ status: "paused" });
    await payments.control("/clock", { advance: 32 * DAY });
    expect(await synced()).toEqual(active("elite"));
    expect(await emailsAbout(sql, id)).toEqual(["membership_started"]);
  });

  const list = (path: string, data: object[]) =>
    payments.fault({
      method: "GET",
      path,
      body: JSON.stringify({ object: "list", url: path, has_more: false, data }),
    });

  /** A subscriber without a stored membership, and the subscription as Stripe lists it. */
  async function aSubscriber() {
    const { userId, customer } = await addCustomer(sql, payments);
    const id = await subscribe(payments, customer, ELITE);
    const expand = ["data.latest_invoice"];
    const [subscription] = (await payments.stripe.subscriptions.list({ customer, expand })).data;
    return { id, userId, customer, subscription: { ...subscription } };
  }

  test("grants nothing to a membership that was never paid for", async () => {
    const { userId, customer, subscription } = await aSubscriber();
    const invoice = { ...(subscription.latest_invoice as object), status: "open", auto_advance: true };
    await list("/v1/subscriptions", [{ ...subscription, latest_invoice: invoice }]);
    await list("/v1/invoices", []);
    await syncMembership(customer);
    expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "incomplete", plan_type: "elite" }]);
    await syncMembership(customer);
    expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "active", plan_type: "elite" }]);
  });

  describe("a subscription's invoices", () => {
    const asked = async (id: string) =>
      (await payments.requests("GET", "/v1/invoices")).filter(({ params }) => params.subscription === id);

    test("are read when there is no latest invoice", async () => {
      const { id, customer, userId, subscription } = await aSubscriber();
      await list("/v1/subscriptions", [{ ...subscription, latest_invoice: null }]);
      await syncMembership(customer);
      expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "active", plan_type: "elite" }]);
      expect(await asked(id)).toMatchObject([{ params: { status: "paid", limit: "20" } }]);
    });

    test("leave everything unchanged when they can't be read", async () => {
      const { customer, userId, subscription } = await aSubscriber();
      await syncMembership(customer);
      await list("/v1/subscriptions", [{ ...subscription, latest_invoice: null }]);
      await payments.fault({ method: "GET", path: "/v1/invoices", status: 500, times: null });
      await expect(syncMembership(customer)).rejects.toMatchObject({ code: "payments_unavailable" });
      expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "active", plan_type: "elite" }]);
    });
  });
});

describe("sync membership trouble", () => {
  const LIST = "/v1/subscriptions";

  async function aMember() {
    const { userId, customer } = await addCustomer(sql, payments);
    const id = await subscribe(payments, customer);
    await syncMembership(customer);
    return { userId, customer, id };
  }

  const dueList = (now: Date) =>
    call<string[]>(serverClient(), "list_memberships_to_sync", {
      p_limit: 100_000,
      p_now: now.toISOString(),
    });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

  describe("a customer that Stripe doesn't find", () => {
    const other = "No such customer; a similar object exists in live mode, but a test mode key was used.";

    test("keeps the membership and is reported to staff once", async () => {
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
      // The job reports it, once.
      expect(logged("payment.exception")).toEqual([]);
    });

    test("keeps the membership when looking up the customer finds it", async () => {
      const { userId, customer } = await aMember();
      await payments.fault({ path: LIST, status: 404, code: "resource_missing" });
      await expect(syncMembership(customer)).rejects.toMatchObject({ status: 503 });
      expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "active" }]);
    });

    test("loses the membership when Stripe reports it as deleted", async () => {
      const { userId, customer } = await aMember();
      await payments.stripe.customers.del(customer);
      expect(await syncMembership(customer)).toMatchObject({ outcome: "deleted_customer" });
      expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "canceled" }]);
      expect(await storedCustomer(sql, userId)).toBeUndefined();
      expect(await dueList(inDays(2))).not.toContain(customer);
    });

    test("loses the membership when deleted, even if its subscriptions can't be listed", async () => {
      const { userId, customer } = await aMember();
      await payments.stripe.customers.del(customer);
      await payments.fault({ path: LIST, status: 400, code: "resource_missing" });
      expect(await syncMembership(customer)).toMatchObject({ outcome: "deleted_customer" });
      expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "canceled" }]);
      expect(await storedCustomer(sql, userId)).toBeUndefined();
    });
  });

  test("rejects subscriptions of the other mode and keeps the membership", async () => {
    const { userId, customer } = await aMember();
    const { data } = await payments.stripe.subscriptions.list({ customer });
    const foreign = data.map((subscription) => ({ ...subscription, livemode: true, status: "canceled" }));
    const body = JSON.stringify({ object: "list", url: LIST, has_more: false, data: foreign });
    await payments.fault({ path: LIST, body });
    const cause = new Error("the subscriptions are of the other mode, live or test");
    await expect(syncMembership(customer)).rejects.toMatchObject({ status: 503, cause });
    expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "active" }]);
  });

  test("restores a wrongly ended membership at the next daily sync", async () => {
    const { userId, customer } = await aMember();
    const body = JSON.stringify({ object: "list", url: LIST, has_more: false, data: [] });
    await payments.fault({ path: LIST, body });
    await syncMembership(customer);
    expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "canceled" }]);
    expect(await dueList(inDays(2))).toContain(customer);
    await syncMembership(customer);
    expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "active" }]);
  });

  test("reports a deleted account's payment once without failing", async () => {
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
});

describe("membership emails", () => {
  const STARTER = "price_sandbox_starter";
  const ELITE = "price_sandbox_elite";
  const aMember = (price: string) => aSyncedMember(sql, payments, price);

  describe("an announced change that is called off", () => {
    const came = () =>
      sql`update outbox set sent_at = now() where sent_at is null and kind like 'membership%'`;
    const kindsOf = async (id: string) =>
      (await emailsAbout(sql, id)).filter((kind) => kind !== "membership_started");

    test.each([
      [
        "a lower plan",
        "membership_change_planned",
        (id: string) => changePrice(payments, id, STARTER),
        (id: string) => changePrice(payments, id, ELITE),
      ],
      [
        "an end",
        "membership_ending",
        (id: string) => payments.stripe.subscriptions.update(id, { cancel_at_period_end: true }),
        (id: string) => payments.stripe.subscriptions.update(id, { cancel_at_period_end: false }),
      ],
    ])(
      "%s: sends an email that the membership continues, and one for each further change",
      async (_, told, plan, takeBack) => {
        const { id, synced } = await aMember(ELITE);
        for (let times = 0; times < 2; times++) {
          await plan(id);
          await synced();
          await came();
          await takeBack(id);
          await synced();
          await came();
        }
        await synced();
        expect(await kindsOf(id)).toEqual([told, told, "membership_kept", "membership_kept"].sort());
      },
    );
  });
});
