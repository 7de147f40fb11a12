import { aSubscription, type Listed, membershipDesk } from "../../sandbox/builders/membership-fixtures";
import { connect, signUp, tally } from "../../sandbox/builders/test-database";

jest.setTimeout(120_000);

const sql = connect();
const { aCustomer, exceptionsOf, fence, mailsAbout, stored, sync } = membershipDesk(sql);

describe("the whole set is written", () => {
  test("an active subscription becomes the membership, once", async () => {
    const { id, customer } = await aCustomer();
    const pro = aSubscription();
    const answer = await sync(customer, [pro]);
    expect(answer).toMatchObject({
      outcome: "written",
      user_id: id,
      subscription: { plan_type: "pro", status: "active", stripe_subscription_id: pro.id },
    });
    expect(answer.subscription).not.toHaveProperty("fence");
    expect(await sync(customer, [pro])).toMatchObject({ outcome: "written" });
    expect(await stored(id)).toHaveLength(1);
    expect(await mailsAbout(pro.id)).toEqual(["membership_started"]);
  });

  test.each<[string, Partial<Listed>, Partial<Listed>]>([
    ["a renewal moves the period", { current_period_end: "2027-01-01T00:00:00.000Z" }, {}],
    ["a plan change", { plan_type: "elite", price_id: "price_elite" }, {}],
    ["a cancellation at the period's end", { cancel_at_period_end: true }, {}],
    ["a resumed membership", { cancel_at_period_end: false }, { cancel_at_period_end: true }],
    ["a failed renewal", { status: "past_due" }, {}],
    ["a payment made good", { status: "active" }, { status: "past_due" }],
    ["the end", { status: "canceled" }, {}],
    ["an unpaid one", { status: "unpaid" }, {}],
    ["a paused one", { status: "paused" }, {}],
  ])("%s", async (_, change, before) => {
    const { id, customer } = await aCustomer();
    const former = aSubscription(before);
    await sync(customer, [former]);
    const now = { ...former, ...change };
    await sync(customer, [now]);
    const [row] = await stored(id);
    expect({ ...row, current_period_end: row?.current_period_end.toISOString() }).toEqual({
      stripe_subscription_id: now.id,
      plan_type: now.plan_type,
      status: now.status,
      cancel_at_period_end: now.cancel_at_period_end,
      current_period_end: now.current_period_end,
    });
  });

  test("what Stripe no longer lists has ended", async () => {
    const { id, customer } = await aCustomer();
    await sync(customer, [aSubscription()]);
    expect(await sync(customer, [])).toMatchObject({ subscription: { status: "canceled" } });
    expect((await stored(id)).map(({ status }) => status)).toEqual(["canceled"]);
  });

  test("one ends and another begins in the same write", async () => {
    const { id, customer } = await aCustomer();
    const first = aSubscription();
    const second = aSubscription({ plan_type: "elite", created_at: "2026-02-01T00:00:00Z" });
    await sync(customer, [first]);
    await sync(customer, [second]);
    expect((await stored(id)).map(({ status }) => status)).toEqual(["canceled", "active"]);
  });

  test("nobody else's rows are touched, and an unknown customer writes nothing", async () => {
    const [mine, other] = [await aCustomer(), await aCustomer()];
    const pro = aSubscription();
    await sync(other.customer, [pro]);
    await sync(mine.customer, []);
    expect((await stored(other.id))[0]).toMatchObject({ status: "active" });
    expect(await sync("cus_nobody", [aSubscription()])).toEqual({
      outcome: "unknown_customer",
      user_id: null,
      subscription: null,
    });
    await sync(mine.customer, [{ ...pro, status: "canceled" }]);
    expect((await stored(other.id))[0]).toMatchObject({ status: "active" });
  });

  test.each([[null], [{}], ["text"]])("a list of %j is refused", async (list) => {
    const { customer } = await aCustomer();
    await expect(sync(customer, list as unknown as Listed[])).rejects.toThrow("sync_membership");
  });
});

describe("what does not fit", () => {
  test("of two active ones the first created counts; the other is kept apart and noted once", async () => {
    const { id, customer } = await aCustomer();
    const first = aSubscription();
    const second = aSubscription({ plan_type: "elite", created_at: "2026-01-02T00:00:00Z" });
    for (let times = 0; times < 3; times++) await sync(customer, [second, first]);
    expect((await stored(id)).map(({ status }) => status)).toEqual(["active", "duplicate"]);
    expect(await exceptionsOf(second.id)).toEqual([
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
    expect(await mailsAbout(second.id)).toEqual([]);

    await sync(customer, [second, { ...first, status: "canceled" }]);
    expect((await stored(id)).map(({ status }) => status)).toEqual(["canceled", "active"]);
  });

  test("two created in the same second: the same one counts whatever the order", async () => {
    const { id, customer } = await aCustomer();
    const pair = [aSubscription(), aSubscription()];
    await sync(customer, pair);
    const before = await stored(id);
    await sync(customer, pair.toReversed());
    expect(await stored(id)).toEqual(before);
    expect(tally(before.map(({ status }) => status))).toEqual({ active: 1, duplicate: 1 });
  });

  test("a price of no plan gives no rights and is noted; a member who changes to it loses them", async () => {
    const { id, customer } = await aCustomer();
    const foreign = aSubscription({ plan_type: null, price_id: "price_foreign" });
    expect(await sync(customer, [foreign])).toMatchObject({ outcome: "written", subscription: null });
    expect(await exceptionsOf(foreign.id)).toMatchObject([
      { reason: "unknown_price", detail: { price_id: "price_foreign", user_id: id, status: "active" } },
    ]);
    const pro = aSubscription();
    await sync(customer, [foreign, pro]);
    expect(await stored(id)).toMatchObject([{ status: "active" }]);
    await sync(customer, [{ ...pro, plan_type: null, price_id: "price_archived" }]);
    expect(await stored(id)).toMatchObject([{ status: "unknown_price" }]);
  });
});

describe("the fence", () => {
  test("an older read never overwrites a newer one, the same one neither", async () => {
    const { id, customer } = await aCustomer();
    const pro = aSubscription();
    const [older, newer] = [await fence(), await fence()];
    await sync(customer, [{ ...pro, plan_type: "elite" }], newer);
    expect(await sync(customer, [pro], older)).toMatchObject({
      outcome: "stale",
      subscription: { plan_type: "elite" },
    });
    expect(await sync(customer, [], newer)).toMatchObject({ outcome: "stale" });
    expect(await stored(id)).toMatchObject([{ plan_type: "elite", status: "active" }]);
  });

  test("200 reads written in any order at once: the last one taken stays", async () => {
    for (let round = 0; round < 5; round++) {
      const { id, customer } = await aCustomer();
      const pro = aSubscription();
      const reads = await Promise.all(Array.from({ length: 200 }, () => fence()));
      const last = Math.max(...reads);
      const endOf = (at: number) => new Date(Date.UTC(2030, 0, 1) + at * 1000).toISOString();
      const answers = await Promise.all(
        reads
          .toSorted(() => Math.random() - 0.5)
          .map((at) => sync(customer, [{ ...pro, current_period_end: endOf(at) }], at)),
      );
      expect(tally(answers.map(({ outcome }) => outcome)).written).toBeGreaterThan(0);
      expect((await stored(id))[0]?.current_period_end.toISOString()).toBe(endOf(last));
    }
  });

  test("100 syncs at once of two active ones leave one active", async () => {
    const { id, customer } = await aCustomer();
    const pair = [aSubscription(), aSubscription({ created_at: "2026-01-03T00:00:00Z" })];
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => sync(customer, n % 2 ? pair : pair.toReversed())),
    );
    expect((await stored(id)).map(({ status }) => status)).toEqual(["active", "duplicate"]);
    expect(await exceptionsOf(pair[1]?.id ?? "")).toHaveLength(1);
    expect(await mailsAbout(pair[0]?.id ?? "")).toEqual(["membership_started"]);
  });
});

describe("mails that go with it", () => {
  test("one for each failed period, taken back when it is paid before it was sent", async () => {
    const { customer } = await aCustomer();
    const pro = aSubscription();
    await sync(customer, [pro]);
    const failed = { ...pro, status: "past_due" };
    await sync(customer, [failed]);
    await sync(customer, [failed]);
    expect(await mailsAbout(pro.id)).toEqual(["membership_payment_failed", "membership_started"]);
    await sync(customer, [pro]);
    expect(await mailsAbout(pro.id)).toEqual(["membership_started"]);
    await sync(customer, [failed]);
    await sql`update outbox set sent_at = now() where payload ->> 'subscription_id' = ${pro.id}`;
    await sync(customer, [{ ...failed, current_period_end: "2030-01-01T00:00:00Z" }]);
    expect(await mailsAbout(pro.id)).toEqual([
      "membership_payment_failed",
      "membership_payment_failed",
      "membership_started",
    ]);
  });

  test("ending: said once a period, not to who has resumed, not once it has ended", async () => {
    const { customer } = await aCustomer();
    const pro = aSubscription();
    const ending = { ...pro, cancel_at_period_end: true };
    await sync(customer, [ending]);
    await sync(customer, [ending]);
    expect(await mailsAbout(pro.id)).toEqual(["membership_ending", "membership_started"]);
    await sync(customer, [pro]);
    expect(await mailsAbout(pro.id)).toEqual(["membership_started"]);
    const another = aSubscription({ status: "canceled", cancel_at_period_end: true });
    await sync(customer, [another]);
    expect(await mailsAbout(another.id)).toEqual([]);
  });
});

test("a second active subscription cannot exist", async () => {
  const person = await signUp();
  const add = (id: string, status: string) =>
    sql`insert into subscriptions (user_id, plan_type, status, current_period_start, current_period_end,
          stripe_subscription_id, stripe_customer_id, stripe_price_id)
        values (${person.id}, 'pro', ${status}, now(), now() + interval '1 day', ${id}, 'cus_1', 'price_1')`;
  await add(`sub_a_${person.id}`, "active");
  await add(`sub_b_${person.id}`, "canceled");
  await expect(add(`sub_c_${person.id}`, "active")).rejects.toThrow("subscriptions_one_active");
});
