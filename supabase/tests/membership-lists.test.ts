import { getCustomerOrFormer } from "@/lib/membership/data";
import { ensureStripeCustomer, forgetStripeCustomer, noteLostCustomer } from "@/lib/membership/mutations";
import type { ListedSubscription } from "../../lib/membership/listed-subscription";
import { aSubscription } from "../../sandbox/builders/membership";
import { ensureCustomer, syncMembership } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

const begin = (id: string, price: string, from?: number) =>
  call<{ attempt: number | null }>(server, "begin_membership_checkout", {
    p_user_id: id,
    p_price_id: price,
    ...(from ? { p_from_attempt: from } : {}),
  });
const due = async (now: string) =>
  call<string[]>(server, "list_memberships_to_sync", { p_limit: 100_000, p_now: now });

describe("the payment page's attempt", () => {
  test("stays for the same price, rises for another; only the last asked for is the one", async () => {
    const { id } = await ensureCustomer(sql);
    expect(await begin(id, "price_pro")).toEqual({ attempt: 1 });
    expect(await begin(id, "price_pro")).toEqual({ attempt: 1 });
    expect(await begin(id, "price_elite")).toEqual({ attempt: 2 });
    expect(await call(server, "get_stripe_customer", { p_user_id: id })).toMatchObject({
      customer: { checkout_price: "price_elite", checkout_attempt: 2 },
    });
  });

  test("100 callers leave a spoiled attempt: it is raised once", async () => {
    const { id } = await ensureCustomer(sql);
    await begin(id, "price_pro");
    const answers = await Promise.all(Array.from({ length: 100 }, () => begin(id, "price_pro", 1)));
    expect(new Set(answers.map(({ attempt }) => attempt))).toEqual(new Set([2]));
  });
});

describe("a customer that Stripe has deleted", () => {
  test("is nobody's, and known as the former one", async () => {
    const { id, customer } = await ensureCustomer(sql);
    await begin(id, "price_pro");
    const evening = new Date(Date.now() + 7_200_000).toISOString();
    expect(await due(evening)).toContain(customer);
    expect(await forgetStripeCustomer(customer)).toMatchObject({ outcome: "deleted_customer", user_id: id });

    expect(await getCustomerOrFormer(id)).toEqual({ customer: null, former: customer });
    expect(await forgetStripeCustomer(customer)).toMatchObject({ outcome: "unknown_customer" });
    expect(await syncMembership(customer, [aSubscription()])).toMatchObject({ outcome: "unknown_customer" });
    expect(await begin(id, "price_pro")).toEqual({ attempt: null });
    expect(await due(evening)).not.toContain(customer);
    expect(await noteLostCustomer(customer)).toBe(false);
    // Its own key has answered it again.
    expect(await ensureStripeCustomer(id, customer)).toBe(customer);
    expect(await getCustomerOrFormer(id)).toEqual({ customer: null, former: customer });
  });

  test("is followed by the first of ten; nothing of its page is left but that its attempt is used up", async () => {
    const { id, customer } = await ensureCustomer(sql);
    await begin(id, "price_pro");
    await syncMembership(customer, [aSubscription()]);
    await forgetStripeCustomer(customer);
    const next = Array.from({ length: 10 }, (_, nth) => `${customer}_${nth}`);
    const answers = await Promise.all(next.map((one) => ensureStripeCustomer(id, one)));
    const [first] = answers;
    expect(answers).toEqual(next.map(() => first));
    expect(next).toContain(first);
    expect(await getCustomerOrFormer(id)).toEqual({
      customer: { stripe_customer_id: first, checkout_price: null, checkout_attempt: 1 },
      former: null,
    });
    expect(await begin(id, "price_pro")).toEqual({ attempt: 2 });
    expect(await syncMembership(String(first), [aSubscription()], 1)).toMatchObject({ outcome: "written" });
  });
});

describe("what the reconcile job asks about", () => {
  const at = "2026-03-01T00:00:00Z";
  const later = (seconds: number) => new Date(Date.parse(at) + seconds * 1000).toISOString();

  test.each<[string, Partial<ListedSubscription>, number, boolean]>([
    ["a running membership, an hour later", { current_period_end: later(86_400 * 9) }, 3600, false],
    ["a running membership, a day later", { current_period_end: later(86_400 * 9) }, 86_401, true],
    ["a period that has ended, a minute later", { current_period_end: later(1) }, 60, false],
    ["a period that has ended, three minutes later", { current_period_end: later(1) }, 180, true],
    ["one in arrears, an hour later", { status: "past_due" }, 3600, false],
    ["one in arrears, seven hours later", { status: "past_due" }, 7 * 3600, true],
    ["one that is over", { status: "canceled" }, 86_400 * 9, false],
  ])("%s: %d s, %p", async (_, changes, seconds, isDue) => {
    const { customer } = await ensureCustomer(sql);
    const period = { current_period_start: "2026-02-01T00:00:00Z" };
    await syncMembership(customer, [aSubscription({ ...period, ...changes })], undefined, at);
    expect((await due(later(seconds))).includes(customer)).toBe(isDue);
  });

  test("events that never arrived are told from those that did", async () => {
    const seen = `evt_seen${Date.now()}`;
    await call(server, "record_stripe_event", {
      p_event_id: seen,
      p_type: "t",
      p_object_id: "x",
      p_livemode: false,
    });
    const ids = [seen, `${seen}_not`];
    expect(await call(server, "list_unseen_stripe_events", { p_event_ids: ids })).toEqual([`${seen}_not`]);
    expect(await call(server, "list_unseen_stripe_events", { p_event_ids: [] })).toEqual([]);
  });
});
