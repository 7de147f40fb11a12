import { syncMembership } from "@/lib/membership/sync-membership";
import { catchLog } from "@/sandbox/builders/caught-log";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { mailsAbout, membershipsOf } from "@/sandbox/builders/rows";
import { addCustomer, changePrice, subscribe } from "@/sandbox/builders/subscriber";
import { aSyncedMember } from "@/sandbox/builders/synced-member";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();
catchLog();

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
  test("that nobody paid for gives nothing before its first paid month", async () => {
    const { id, synced } = await aMember(STARTER);
    await changePrice(payments, id, ELITE);
    expect(await synced()).toEqual(active("starter", "elite"));
    await payments.control("/clock", { advance: 32 * DAY });
    expect(await synced()).toEqual(active("elite"));
  });

  test("that is taken back before it was paid leaves the plan as it was", async () => {
    const { id, synced } = await aMember(STARTER);
    await changePrice(payments, id, ELITE);
    await synced();
    await changePrice(payments, id, STARTER);
    expect(await synced()).toEqual(active("starter"));
    expect(await mailsAbout(sql, id)).toEqual(["membership_started"]);
  });

  test("is granted as soon as the rest of its month is paid", async () => {
    const { id, synced } = await aMember(STARTER);
    await changePrice(payments, id, ELITE, { proration_behavior: "always_invoice" });
    expect(await synced()).toEqual(active("elite"));
    expect(await mailsAbout(sql, id)).toEqual(["membership_changed", "membership_started"]);
  });

  test("whose payment fails is not granted", async () => {
    const { id, synced } = await aMember(STARTER, "4000000000000341");
    await changePrice(payments, id, ELITE, { proration_behavior: "always_invoice" });
    expect(await synced()).toMatchObject({ plan_type: "starter", status: "past_due" });
  });
});

describe("a lower plan", () => {
  test("leaves what was paid for until the month is over", async () => {
    const { id, synced } = await aMember(ELITE);
    await changePrice(payments, id, STARTER);
    expect(await synced()).toEqual(active("elite", "starter"));
    await payments.control("/clock", { advance: 32 * DAY });
    expect(await synced()).toEqual(active("starter"));
  });

  test("is written about once when it is chosen, once when it begins, and not if it is taken back", async () => {
    const { id, synced } = await aMember(ELITE);
    await changePrice(payments, id, STARTER);
    await synced();
    await synced();
    expect(await mailsAbout(sql, id)).toEqual(["membership_change_planned", "membership_started"]);
    await changePrice(payments, id, ELITE);
    expect(await synced()).toEqual(active("elite"));
    expect(await mailsAbout(sql, id)).toEqual(["membership_started"]);
    await changePrice(payments, id, STARTER);
    await synced();
    await payments.control("/clock", { advance: 32 * DAY });
    await synced();
    expect(await mailsAbout(sql, id)).toEqual(["membership_changed", "membership_started"]);
  });
});

test("while the bill of a new month is not paid yet, the plan paid last goes on, never a higher one", async () => {
  const { id, userId, synced } = await aMember(ELITE);
  const subscription = await payments.stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] });
  const [item] = subscription.items.data;
  const start = Number(item?.current_period_end);
  const renewing = {
    ...subscription,
    items: {
      ...subscription.items,
      data: [{ ...item, current_period_start: start, current_period_end: start + 30 * DAY }],
    },
    latest_invoice: {
      ...(subscription.latest_invoice as object),
      id: "in_draft",
      status: "draft",
      auto_advance: true,
    },
  };
  const body = JSON.stringify({
    object: "list",
    url: "/v1/subscriptions",
    has_more: false,
    data: [renewing],
  });
  await payments.fault({ method: "GET", path: "/v1/subscriptions", body });
  expect(await synced()).toEqual(active("elite"));
  expect((await membershipsOf(sql, userId))[0]?.current_period_start.getTime()).toBe(start * 1000);
});

describe("while the collection is paused", () => {
  test.each(["void", "keep_as_draft", "mark_uncollectible"] as const)(
    "and invoices are left by %s: rights end with the month that was paid last, and begin with the next one that is",
    async (behavior) => {
      const { id, synced } = await aMember(ELITE);
      await payments.stripe.subscriptions.update(id, { pause_collection: { behavior } });
      expect(await synced()).toEqual(active("elite"));
      await payments.control("/clock", { advance: 32 * DAY });
      expect((await payments.stripe.subscriptions.retrieve(id)).status).toBe("active");
      expect(await synced()).toMatchObject({ plan_type: "elite", status: "paused" });
      // Taking up the collection again pays nothing for the month that runs.
      await payments.stripe.subscriptions.update(id, { pause_collection: "" });
      expect(await synced()).toMatchObject({ status: "paused" });
      await payments.control("/clock", { advance: 32 * DAY });
      expect(await synced()).toEqual(active("elite"));
      expect(await mailsAbout(sql, id)).toEqual(["membership_started"]);
    },
  );
});

/** What the payment service answers next for a list. */
const list = (path: string, data: object[]) =>
  payments.fault({
    method: "GET",
    path,
    body: JSON.stringify({ object: "list", url: path, has_more: false, data }),
  });

/** Somebody who has subscribed and of whom nothing is written; with the subscription as it is listed. */
async function aSubscriber() {
  const { userId, customer } = await addCustomer(sql, payments);
  const id = await subscribe(payments, customer, ELITE);
  const expand = ["data.latest_invoice"];
  const [subscription] = (await payments.stripe.subscriptions.list({ customer, expand })).data;
  return { id, userId, customer, subscription: { ...subscription } };
}

test("a membership of which nothing was ever paid is none yet", async () => {
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

  test("are not asked for when the latest says what is paid, nor when it has ended", async () => {
    const { id, customer } = await aSubscriber();
    await syncMembership(customer);
    await payments.stripe.subscriptions.cancel(id);
    await syncMembership(customer);
    expect(await asked(id)).toEqual([]);
  });

  test.each([
    ["is none", null],
    ["came as its id alone", "in_sandbox0000"],
  ])("are asked for where the latest %s", async (_, latest) => {
    const { id, customer, userId, subscription } = await aSubscriber();
    await list("/v1/subscriptions", [{ ...subscription, latest_invoice: latest }]);
    await syncMembership(customer);
    expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "active", plan_type: "elite" }]);
    expect(await asked(id)).toMatchObject([{ params: { status: "paid", limit: "20" } }]);
  });

  test("that cannot be had leave everything as it was", async () => {
    const { customer, userId, subscription } = await aSubscriber();
    await syncMembership(customer);
    await list("/v1/subscriptions", [{ ...subscription, latest_invoice: null }]);
    await payments.fault({ method: "GET", path: "/v1/invoices", status: 500, times: null });
    await expect(syncMembership(customer)).rejects.toMatchObject({ code: "payments_unavailable" });
    expect(await membershipsOf(sql, userId)).toMatchObject([{ status: "active", plan_type: "elite" }]);
  });
});
