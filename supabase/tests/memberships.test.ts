import type { ListedSubscription } from "../../lib/membership/listed-subscription";
import { aSubscription, nextPeriodEnd } from "../../sandbox/builders/membership";
import { addSubscription, exceptionsOf, mailsAbout, membershipsOf } from "../../sandbox/builders/rows";
import { ensureCustomer, syncMembership, takeFence } from "../../sandbox/builders/sql-functions";
import { connect, signedUp, tally } from "../../sandbox/builders/test-database";

jest.setTimeout(120_000);
const sql = connect();

describe("the whole set is written", () => {
  test("an active subscription becomes the membership, once", async () => {
    const { id, customer } = await ensureCustomer(sql);
    const pro = aSubscription();
    const answer = await syncMembership(customer, [pro]);
    expect(answer).toMatchObject({
      outcome: "written",
      user_id: id,
      subscription: { plan_type: "pro", status: "active", stripe_subscription_id: pro.id },
    });
    expect(answer.subscription).not.toHaveProperty("fence");
    expect(await syncMembership(customer, [pro])).toMatchObject({ outcome: "written" });
    expect(await membershipsOf(sql, id)).toHaveLength(1);
    expect(await mailsAbout(sql, pro.id)).toEqual(["membership_started"]);
  });

  test.each<[string, Partial<ListedSubscription>, Partial<ListedSubscription>]>([
    ["a renewal moves the period", { current_period_end: "2999-01-01T00:00:00.000Z" }, {}],
    ["a plan change", { plan_type: "elite", price_id: "price_elite" }, {}],
    ["a cancellation at the period's end", { cancel_at_period_end: true }, {}],
    ["a resumed membership", { cancel_at_period_end: false }, { cancel_at_period_end: true }],
    ["a failed renewal", { status: "past_due" }, {}],
    ["a payment made good", { status: "active" }, { status: "past_due" }],
    ["the end", { status: "canceled" }, {}],
    ["an unpaid one", { status: "unpaid" }, {}],
    ["a paused one", { status: "paused" }, {}],
  ])("%s", async (_, change, before) => {
    const { id, customer } = await ensureCustomer(sql);
    const former = aSubscription(before);
    await syncMembership(customer, [former]);
    const now = { ...former, ...change };
    await syncMembership(customer, [now]);
    const [row] = await membershipsOf(sql, id);
    expect({ ...row, current_period_end: row?.current_period_end.toISOString() }).toEqual({
      stripe_subscription_id: now.id,
      stripe_customer_id: customer,
      current_period_start: new Date(now.current_period_start),
      plan_type: now.plan_type,
      status: now.status,
      cancel_at_period_end: now.cancel_at_period_end,
      current_period_end: now.current_period_end,
    });
  });

  test("what Stripe no longer lists has ended", async () => {
    const { id, customer } = await ensureCustomer(sql);
    await syncMembership(customer, [aSubscription()]);
    expect(await syncMembership(customer, [])).toMatchObject({ subscription: { status: "canceled" } });
    expect((await membershipsOf(sql, id)).map(({ status }) => status)).toEqual(["canceled"]);
  });

  test("one ends and another begins in the same write", async () => {
    const { id, customer } = await ensureCustomer(sql);
    const first = aSubscription();
    const second = aSubscription({ plan_type: "elite", created_at: "2026-02-01T00:00:00Z" });
    await syncMembership(customer, [first]);
    await syncMembership(customer, [second]);
    expect((await membershipsOf(sql, id)).map(({ status }) => status)).toEqual(["canceled", "active"]);
  });

  test("nobody else's rows are touched, and an unknown customer writes nothing", async () => {
    const [mine, other] = [await ensureCustomer(sql), await ensureCustomer(sql)];
    const pro = aSubscription();
    await syncMembership(other.customer, [pro]);
    await syncMembership(mine.customer, []);
    expect((await membershipsOf(sql, other.id))[0]).toMatchObject({ status: "active" });
    expect(await syncMembership("cus_nobody", [aSubscription()])).toEqual({
      outcome: "unknown_customer",
      user_id: null,
      subscription: null,
    });
    await syncMembership(mine.customer, [{ ...pro, status: "canceled" }]);
    expect((await membershipsOf(sql, other.id))[0]).toMatchObject({ status: "active" });
  });

  test.each([[null], [{}], ["text"]])("a list of %j is refused", async (list) => {
    const { customer } = await ensureCustomer(sql);
    await expect(syncMembership(customer, list as unknown as ListedSubscription[])).rejects.toThrow(
      "sync_membership",
    );
  });
});

describe("what does not fit", () => {
  test("of two active ones the first created counts; the other is kept apart and noted once", async () => {
    const { id, customer } = await ensureCustomer(sql);
    const first = aSubscription();
    const second = aSubscription({ plan_type: "elite", created_at: "2026-01-02T00:00:00Z" });
    for (let times = 0; times < 3; times++) await syncMembership(customer, [second, first]);
    expect((await membershipsOf(sql, id)).map(({ status }) => status)).toEqual(["active", "duplicate"]);
    expect(await exceptionsOf(sql, second.id)).toEqual([
      {
        reason: "second_subscription",
        detail: {
          user_id: id,
          stripe_customer_id: customer,
          subscription_id: second.id,
          price_id: "price_pro",
          status: "active",
          kept_subscription_id: first.id,
        },
      },
    ]);
    expect(await mailsAbout(sql, second.id)).toEqual([]);

    await syncMembership(customer, [second, { ...first, status: "canceled" }]);
    expect((await membershipsOf(sql, id)).map(({ status }) => status)).toEqual(["canceled", "active"]);
  });

  test("two created in the same second: the same one counts whatever the order", async () => {
    const { id, customer } = await ensureCustomer(sql);
    const pair = [aSubscription(), aSubscription()];
    await syncMembership(customer, pair);
    const before = await membershipsOf(sql, id);
    await syncMembership(customer, pair.toReversed());
    expect(await membershipsOf(sql, id)).toEqual(before);
    expect(tally(before.map(({ status }) => status))).toEqual({ active: 1, duplicate: 1 });
  });

  test("a price of no plan gives no rights and is noted; a member who changes to it loses them", async () => {
    const { id, customer } = await ensureCustomer(sql);
    const foreign = aSubscription({ plan_type: null, price_id: "price_foreign" });
    expect(await syncMembership(customer, [foreign])).toMatchObject({
      outcome: "written",
      subscription: null,
    });
    expect(await exceptionsOf(sql, foreign.id)).toMatchObject([
      { reason: "unknown_price", detail: { price_id: "price_foreign", user_id: id, status: "active" } },
    ]);
    const pro = aSubscription();
    await syncMembership(customer, [foreign, pro]);
    expect(await membershipsOf(sql, id)).toMatchObject([{ status: "active" }]);
    await syncMembership(customer, [{ ...pro, plan_type: null, price_id: "price_archived" }]);
    expect(await membershipsOf(sql, id)).toMatchObject([{ status: "unknown_price" }]);
  });
});

describe("the fence", () => {
  test("an older read never overwrites a newer one, the same one neither", async () => {
    const { id, customer } = await ensureCustomer(sql);
    const pro = aSubscription();
    const [older, newer] = [await takeFence(), await takeFence()];
    await syncMembership(customer, [{ ...pro, plan_type: "elite" }], newer);
    expect(await syncMembership(customer, [pro], older)).toMatchObject({
      outcome: "stale",
      subscription: { plan_type: "elite" },
    });
    expect(await syncMembership(customer, [], newer)).toMatchObject({ outcome: "stale" });
    expect(await membershipsOf(sql, id)).toMatchObject([{ plan_type: "elite", status: "active" }]);
  });
});

describe("mails that go with it", () => {
  test("one for each failed period, taken back when it is paid before it was sent", async () => {
    const { customer } = await ensureCustomer(sql);
    const pro = aSubscription();
    await syncMembership(customer, [pro]);
    const failed = { ...pro, status: "past_due" };
    await syncMembership(customer, [failed]);
    await syncMembership(customer, [failed]);
    expect(await mailsAbout(sql, pro.id)).toEqual(["membership_payment_failed", "membership_started"]);
    await syncMembership(customer, [pro]);
    expect(await mailsAbout(sql, pro.id)).toEqual(["membership_started"]);
    await syncMembership(customer, [failed]);
    await sql`update outbox set sent_at = now() where payload ->> 'subscription_id' = ${pro.id}`;
    await syncMembership(customer, [{ ...failed, current_period_end: nextPeriodEnd() }]);
    expect(await mailsAbout(sql, pro.id)).toEqual([
      "membership_payment_failed",
      "membership_payment_failed",
      "membership_started",
    ]);
  });

  test("ending: said once a period, not to who has resumed, not once it has ended", async () => {
    const { customer } = await ensureCustomer(sql);
    const pro = aSubscription();
    const ending = { ...pro, cancel_at_period_end: true };
    await syncMembership(customer, [ending]);
    await syncMembership(customer, [ending]);
    expect(await mailsAbout(sql, pro.id)).toEqual(["membership_ending", "membership_started"]);
    await syncMembership(customer, [pro]);
    expect(await mailsAbout(sql, pro.id)).toEqual(["membership_started"]);
    const another = aSubscription({ status: "canceled", cancel_at_period_end: true });
    await syncMembership(customer, [another]);
    expect(await mailsAbout(sql, another.id)).toEqual([]);
  });
});

test("a second active subscription cannot exist", async () => {
  const person = await signedUp(sql);
  const add = (id: string, status: string) =>
    addSubscription(sql, person.id, { stripe_subscription_id: id, status });
  await add(`sub_a_${person.id}`, "active");
  await add(`sub_b_${person.id}`, "canceled");
  await expect(add(`sub_c_${person.id}`, "active")).rejects.toThrow("subscriptions_one_active");
});
