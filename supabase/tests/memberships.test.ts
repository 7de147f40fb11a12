import { randomUUID } from "node:crypto";
import { getCustomerOrFormer } from "@/lib/membership/data";
import {
  ensureStripeCustomer,
  markStripeCustomerDeleted,
  noteLostCustomer,
} from "@/lib/membership/mutations";
import type { MonthBalance } from "@/lib/staff/reconcile/reconciliation";
import type { ListedSubscription } from "../../lib/membership/listed-subscription";
import { aSessionId } from "../../sandbox/builders/ids";
import { aSubscription, nextPeriodEnd } from "../../sandbox/builders/membership";
import type { OrderColumns } from "../../sandbox/builders/order";
import {
  addOrder,
  addSubscription,
  addUser,
  emailsAbout,
  exceptionsOf,
  membershipsOf,
} from "../../sandbox/builders/rows";
import {
  aPaidSession,
  aReservation,
  ensureCustomer,
  nextFence,
  type Order,
  reserve,
  reserved,
  syncMembership,
} from "../../sandbox/builders/sql-functions";
import {
  addSignedInPerson,
  call,
  connect,
  serverClient,
  type Transaction,
  tally,
  withRollback,
} from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

jest.setTimeout(120_000);

describe("memberships", () => {
  test("stores an active subscription as the membership and emails once", async () => {
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
    expect(await emailsAbout(sql, pro.id)).toEqual(["membership_started"]);
  });

  test.each<[string, Partial<ListedSubscription>]>([
    ["a renewal", { current_period_end: "2999-01-01T00:00:00.000Z" }],
    ["a plan change", { plan_type: "elite", price_id: "price_elite" }],
    ["a scheduled cancellation", { cancel_at_period_end: true }],
    ["a failed renewal", { status: "past_due" }],
    ["an end", { status: "canceled" }],
  ])("stores %s", async (_, change) => {
    const { id, customer } = await ensureCustomer(sql);
    const former = aSubscription();
    await syncMembership(customer, [former]);
    const now = { ...former, ...change };
    await syncMembership(customer, [now]);
    const { plan_type, status, cancel_at_period_end } = now;
    expect(await membershipsOf(sql, id)).toEqual([
      {
        ...{ plan_type, status, cancel_at_period_end },
        stripe_subscription_id: now.id,
        stripe_customer_id: customer,
        current_period_start: new Date(now.current_period_start),
        current_period_end: new Date(now.current_period_end),
      },
    ]);
  });

  test("ends a membership that Stripe no longer lists", async () => {
    const { id, customer } = await ensureCustomer(sql);
    await syncMembership(customer, [aSubscription()]);
    expect(await syncMembership(customer, [])).toMatchObject({ subscription: { status: "canceled" } });
    expect((await membershipsOf(sql, id)).map(({ status }) => status)).toEqual(["canceled"]);
  });

  test("changes no other membership and stores nothing for an unknown customer", async () => {
    const [mine, other] = [await ensureCustomer(sql), await ensureCustomer(sql)];
    const pro = aSubscription();
    await syncMembership(other.customer, [pro]);
    await syncMembership(mine.customer, []);
    expect((await membershipsOf(sql, other.id))[0]).toMatchObject({ status: "active" });
    const nothing = { outcome: "unknown_customer", user_id: null, subscription: null };
    expect(await syncMembership("cus_nobody", [aSubscription()])).toEqual(nothing);
    await syncMembership(mine.customer, [{ ...pro, status: "canceled" }]);
    expect((await membershipsOf(sql, other.id))[0]).toMatchObject({ status: "active" });
  });

  test("refuses a value that isn't a list of subscriptions", async () => {
    const { customer } = await ensureCustomer(sql);
    await expect(syncMembership(customer, null as unknown as ListedSubscription[])).rejects.toThrow(
      "sync_membership",
    );
  });

  test("keeps the first of two active subscriptions and reports the second one once", async () => {
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
    expect(await emailsAbout(sql, second.id)).toEqual([]);

    await syncMembership(customer, [second, { ...first, status: "canceled" }]);
    expect((await membershipsOf(sql, id)).map(({ status }) => status)).toEqual(["canceled", "active"]);
  });

  test("keeps the same subscription of two created in the same second, in any order", async () => {
    const { id, customer } = await ensureCustomer(sql);
    const pair = [aSubscription(), aSubscription()];
    await syncMembership(customer, pair);
    const before = await membershipsOf(sql, id);
    await syncMembership(customer, pair.toReversed());
    expect(await membershipsOf(sql, id)).toEqual(before);
    expect(tally(before.map(({ status }) => status))).toEqual({ active: 1, duplicate: 1 });
  });

  test("grants no membership for a price without a plan, and reports the price", async () => {
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

  test("ignores a stale or repeated read", async () => {
    const { id, customer } = await ensureCustomer(sql);
    const pro = aSubscription();
    const [older, newer] = [await nextFence(), await nextFence()];
    await syncMembership(customer, [{ ...pro, plan_type: "elite" }], newer);
    expect(await syncMembership(customer, [pro], older)).toMatchObject({
      outcome: "stale",
      subscription: { plan_type: "elite" },
    });
    expect(await syncMembership(customer, [], newer)).toMatchObject({ outcome: "stale" });
    expect(await membershipsOf(sql, id)).toMatchObject([{ plan_type: "elite", status: "active" }]);
  });

  test("emails once per failed renewal, unless it is paid before the email is sent", async () => {
    const { customer } = await ensureCustomer(sql);
    const pro = aSubscription();
    await syncMembership(customer, [pro]);
    const failed = { ...pro, status: "past_due" };
    await syncMembership(customer, [failed]);
    await syncMembership(customer, [failed]);
    expect(await emailsAbout(sql, pro.id)).toEqual(["membership_payment_failed", "membership_started"]);
    await syncMembership(customer, [pro]);
    expect(await emailsAbout(sql, pro.id)).toEqual(["membership_started"]);
    await syncMembership(customer, [failed]);
    await sql`update outbox set sent_at = now() where payload ->> 'subscription_id' = ${pro.id}`;
    await syncMembership(customer, [{ ...failed, current_period_end: nextPeriodEnd() }]);
    const failures = (await emailsAbout(sql, pro.id)).filter((kind) => kind === "membership_payment_failed");
    expect(failures).toHaveLength(2);
  });

  test("emails once per scheduled cancellation, unless the membership is resumed or over", async () => {
    const { customer } = await ensureCustomer(sql);
    const pro = aSubscription();
    const ending = { ...pro, cancel_at_period_end: true };
    await syncMembership(customer, [ending]);
    await syncMembership(customer, [ending]);
    expect(await emailsAbout(sql, pro.id)).toEqual(["membership_ending", "membership_started"]);
    await syncMembership(customer, [pro]);
    expect(await emailsAbout(sql, pro.id)).toEqual(["membership_started"]);
    const another = aSubscription({ status: "canceled", cancel_at_period_end: true });
    await syncMembership(customer, [another]);
    expect(await emailsAbout(sql, another.id)).toEqual([]);
  });

  test("emails once per renewal after three hours, unless its payment failed", async () => {
    const { customer } = await ensureCustomer(sql);
    const pro = aSubscription();
    const next = {
      ...pro,
      current_period_start: pro.current_period_end,
      current_period_end: nextPeriodEnd(),
    };
    await syncMembership(customer, [pro]);
    await syncMembership(customer, [next]);
    await syncMembership(customer, [next]);
    expect(await emailsAbout(sql, pro.id)).toEqual(["membership_renewed", "membership_started"]);
    const [row] = await sql`select next_attempt_at > now() + interval '2 hours' as waits from outbox
    where kind = 'membership_renewed' and payload ->> 'subscription_id' = ${pro.id}`;
    expect(row?.waits).toBe(true);
    await syncMembership(customer, [{ ...next, status: "past_due" }]);
    expect(await emailsAbout(sql, pro.id)).toEqual(["membership_payment_failed", "membership_started"]);
  });

  test("refuses a person's second active subscription", async () => {
    const person = await addSignedInPerson(sql);
    const add = (id: string, status: string) =>
      addSubscription(sql, person.id, { stripe_subscription_id: id, status });
    await add(`sub_a_${person.id}`, "active");
    await add(`sub_b_${person.id}`, "canceled");
    await expect(add(`sub_c_${person.id}`, "active")).rejects.toThrow("subscriptions_one_active");
  });
});

describe("Stripe customers", () => {
  const begin = (customer: string, price: string, from?: number) =>
    call<{ attempt: number | null }>(server, "begin_membership_checkout", {
      p_stripe_customer_id: customer,
      p_price_id: price,
      ...(from ? { p_from_attempt: from } : {}),
    });
  const due = async (now: string) =>
    call<string[]>(server, "list_memberships_to_sync", { p_limit: 100_000, p_now: now });

  test("increments the attempt once for 100 concurrent callers", async () => {
    const { customer } = await ensureCustomer(sql);
    await begin(customer, "price_pro");
    const answers = await Promise.all(Array.from({ length: 100 }, () => begin(customer, "price_pro", 1)));
    expect(new Set(answers.map(({ attempt }) => attempt))).toEqual(new Set([2]));
  });

  test("keeps the attempt for the same price and increments it for another", async () => {
    const { id, customer } = await ensureCustomer(sql);
    expect(await begin(customer, "price_pro")).toEqual({ attempt: 1 });
    expect(await begin(customer, "price_pro")).toEqual({ attempt: 1 });
    expect(await begin(customer, "price_elite")).toEqual({ attempt: 2 });
    expect(await call(server, "get_stripe_customer", { p_user_id: id })).toMatchObject({
      customer: { checkout_price: "price_elite", checkout_attempt: 2 },
    });
  });

  describe("a deleted customer", () => {
    test("is no longer synced and is returned as the former customer", async () => {
      const { id, customer } = await ensureCustomer(sql);
      await begin(customer, "price_pro");
      const evening = new Date(Date.now() + 7_200_000).toISOString();
      expect(await due(evening)).toContain(customer);
      expect((await markStripeCustomerDeleted(customer)).outcome).toBe("deleted_customer");
      expect((await markStripeCustomerDeleted(customer)).outcome).toBe("unknown_customer");
      expect((await syncMembership(customer, [aSubscription()])).outcome).toBe("unknown_customer");
      expect(await begin(customer, "price_pro")).toEqual({ attempt: null });
      expect(await due(evening)).not.toContain(customer);
      expect(await noteLostCustomer(customer)).toBe(false);
      // The same ID is passed again when Stripe replays its idempotency key.
      expect(await ensureStripeCustomer(id, customer)).toBe(customer);
      expect(await getCustomerOrFormer(id)).toEqual({ customer: null, former: customer });
    });

    test("is replaced by the first of ten new customers, with a new attempt and no price", async () => {
      const { id, customer } = await ensureCustomer(sql);
      await begin(customer, "price_pro");
      await syncMembership(customer, [aSubscription()]);
      await markStripeCustomerDeleted(customer);
      const next = Array.from({ length: 10 }, (_, nth) => `${customer}_${nth}`);
      const answers = await Promise.all(next.map((one) => ensureStripeCustomer(id, one)));
      const [first] = answers;
      expect(answers).toEqual(next.map(() => first));
      expect(next).toContain(first);
      expect(await getCustomerOrFormer(id)).toEqual({
        customer: { stripe_customer_id: first, checkout_price: null, checkout_attempt: 1 },
        former: null,
      });
      // A call with the former customer must not get a session of the new one.
      expect(await begin(customer, "price_pro")).toEqual({ attempt: null });
      expect(await begin(String(first), "price_pro")).toEqual({ attempt: 2 });
      expect(await syncMembership(String(first), [aSubscription()], 1)).toMatchObject({ outcome: "written" });
    });
  });

  const at = "2026-03-01T00:00:00Z";
  const later = (seconds: number) => new Date(Date.parse(at) + seconds * 1000).toISOString();

  test.each<[string, Partial<ListedSubscription>, number, boolean]>([
    ["skips a running membership after an hour", { current_period_end: later(86_400 * 9) }, 3600, false],
    ["lists a running membership after a day", { current_period_end: later(86_400 * 9) }, 86_401, true],
    ["lists an ended period after three minutes", { current_period_end: later(1) }, 180, true],
    ["lists an overdue membership after seven hours", { status: "past_due" }, 7 * 3600, true],
    ["skips an ended membership", { status: "canceled" }, 86_400 * 9, false],
  ])("%s", async (_, changes, seconds, isDue) => {
    const { customer } = await ensureCustomer(sql);
    const period = { current_period_start: "2026-02-01T00:00:00Z" };
    await syncMembership(customer, [aSubscription({ ...period, ...changes })], undefined, at);
    expect((await due(later(seconds))).includes(customer)).toBe(isDue);
  });
});

describe("monthly quota", () => {
  const pay = (order: Order) =>
    call(server, "apply_checkout", aPaidSession(order, { p_session_id: aSessionId() }));

  const member = (userId: string, cards: number, p_now: string, changes: Record<string, unknown> = {}) =>
    aReservation(userId, {
      p_plan_type: "starter",
      p_num_cards: cards,
      p_monthly_limit: 100,
      p_now,
      ...changes,
    });

  test("counts paid cards per UTC month, to the millisecond", async () => {
    const user = await addUser(sql);
    await pay(await reserved(member(user.id, 90, "2026-01-31T23:59:59.999Z")));
    expect(await reserve(member(user.id, 11, "2026-01-31T23:59:59.999Z"))).toEqual({
      outcome: "over_allowance",
      remaining: 10,
    });
    expect(await reserve(member(user.id, 11, "2026-02-01T00:00:00.000Z"))).toMatchObject({
      outcome: "reserved",
      remaining: 89,
    });
  });

  test("never returns a negative remainder", async () => {
    const user = await addUser(sql);
    await pay(await reserved(member(user.id, 100, "2026-01-10T00:00:00Z")));
    const lower = member(user.id, 1, "2026-01-11T00:00:00Z", { p_monthly_limit: 20 });
    expect(await reserve(lower)).toEqual({ outcome: "over_allowance", remaining: 0 });
  });

  test("counts pending payments, but not canceled, pay-as-you-go or staff-placed orders", async () => {
    const user = await addUser(sql);
    const now = "2026-04-10T00:00:00Z";
    const pending = await reserved(member(user.id, 30, now));
    await sql`update grading_orders set payment_status = 'pending', reservation_expires_at = null where id = ${pending.id}`;
    const canceled = await reserved(member(user.id, 30, now));
    await call(server, "cancel_reservation", { p_order_id: canceled.id });
    await pay(await reserved(aReservation(user.id, { p_plan_type: "payg", p_num_cards: 30, p_now: now })));
    await pay(await reserved(member(user.id, 30, now, { p_placed_by_admin: true, p_monthly_limit: null })));
    expect(await reserve(member(user.id, 71, now))).toEqual({ outcome: "over_allowance", remaining: 70 });
    expect((await reserve(member(user.id, 70, now))).outcome).toBe("reserved");
  });

  test("frees the quota of an abandoned reservation after 40 minutes", async () => {
    const user = await addUser(sql);
    await reserved(member(user.id, 100, "2026-06-01T00:00:00Z"));
    expect((await reserve(member(user.id, 100, "2026-06-01T00:40:01Z"))).outcome).toBe("reserved");
  });
});

describe("month balance", () => {
  const MONTH = "1991-03-01";
  const PAID = { paid_at: "1991-03-31T23:59:59Z" };
  const HERE = { received_at: new Date(), fulfillment_status: "grading", submission_status: "received" };

  const balanceOf = async (tx: Transaction, month = MONTH): Promise<MonthBalance> => {
    const [row] = await tx<
      { balance: MonthBalance }[]
    >`select private.month_balance(${month}::date) as balance`;
    if (!row) throw new Error("no balance");
    return row.balance;
  };

  test("counts each paid card once per UTC month, which ends at midnight", () =>
    withRollback(sql, async (tx) => {
      await addOrder(tx, { paid_at: "1991-02-28T23:59:59Z" });
      await addOrder(tx, { paid_at: "1991-04-01T00:00:00Z" });
      await addOrder(tx, PAID);
      await addOrder(tx, { ...PAID, ...HERE, received_count: 10 });
      await addOrder(tx, { ...PAID, ...HERE, received_count: 10, refunded_cents: 7_500 });
      await addOrder(tx, { ...PAID, refunded_cents: 2_600 });
      await addOrder(tx, { ...PAID, payment_status: "canceled", total_paid: 250, refunded_cents: 25_000 });
      expect(await balanceOf(tx)).toEqual({
        month: MONTH,
        paid: 50,
        refunded: 3 + 1 + 10,
        received: 10 + 7,
        awaiting: 10 + 9,
        settled: 0,
        differs: 0,
      });
    }));

  describe("after a decision about the count", () => {
    const settle = (tx: Transaction, orderId: string, columns: Record<string, unknown>) => tx`
    insert into order_adjustments ${tx({
      order_id: orderId,
      qty: 2,
      unit_cents: 2_500,
      deadline_at: new Date(),
      ...columns,
    })}`;
    const isListed = async (tx: Transaction, id: string) => {
      const [row] = await tx`select private.order_blockers(o) && '{count_differs, proposal, refund}'
        and o.received_count is distinct from a.settled_count as is_listed
      from grading_orders o join order_admin a on a.order_id = o.id where o.id = ${id}`;
      return row?.is_listed;
    };
    const short = { kind: "short", amount_cents: -5_000, chosen_option: "refund" };
    const extra = {
      kind: "extra",
      amount_cents: 5_000,
      chosen_option: "pay",
      paid_cents: 5_000,
      paid_at: "1991-03-20T00:00:00Z",
    };
    const columns = { ...PAID, ...HERE, num_cards: 10 };
    /** `settled_count`: the count that staff settled. */
    type Counted = OrderColumns & { settled_count?: number };

    test.each<[string, Counted, object | null, object]>([
      [
        "missing cards that were refunded",
        { received_count: 8, refunded_cents: 5_000 },
        { ...short, status: "refunded" },
        { paid: 10, received: 8, refunded: 2, differs: 0 },
      ],
      [
        "missing cards with an open refund",
        { received_count: 8 },
        { ...short, status: "accepted" },
        { paid: 10, received: 8, refunded: 0, differs: 2 },
      ],
      [
        "extra cards that were paid",
        { received_count: 12 },
        { ...extra, status: "paid" },
        { paid: 12, received: 12, refunded: 0, differs: 0 },
      ],
      [
        "extra cards that were declined",
        { received_count: 12 },
        { kind: "extra", amount_cents: 5_000, status: "declined", chosen_option: "return" },
        { paid: 10, received: 10, refunded: 0, differs: 0 },
      ],
      [
        "extra cards with an open question",
        { received_count: 12 },
        { kind: "extra", amount_cents: 5_000, status: "proposed" },
        { paid: 10, received: 12, refunded: 0, differs: -2 },
      ],
      [
        "missing cards that staff settled",
        { received_count: 8, settled_count: 8 },
        { ...short, status: "withdrawn", counted: 8, closed_at: new Date(), closed_by: randomUUID() },
        { paid: 10, received: 8, settled: 2, differs: 0 },
      ],
      [
        "an upcharge",
        { received_count: 10 },
        { ...extra, kind: "upcharge", status: "paid" },
        { paid: 10, received: 10, differs: 0 },
      ],
    ])("balances %s", (_, { settled_count = null, ...order }, proposal, expected) =>
      withRollback(sql, async (tx) => {
        const { id } = await addOrder(tx, { ...columns, ...order });
        await tx`insert into order_admin (order_id, settled_count) values (${id}, ${settled_count})
        on conflict (order_id) do update set settled_count = excluded.settled_count`;
        if (proposal) await settle(tx, id, { ...proposal });
        await tx`select private.settle_count(${id})`;
        const balance = await balanceOf(tx);
        expect(balance).toMatchObject(expected);
        // The staff list contains only unbalanced months.
        expect(await isListed(tx, id)).toBe(balance.differs !== 0);
      }),
    );

    test("counts extra cards in the month they were paid for", () =>
      withRollback(sql, async (tx) => {
        const { id } = await addOrder(tx, { ...columns, received_count: 12 });
        await settle(tx, id, { ...extra, status: "paid", paid_at: "1991-04-01T00:00:00Z" });
        expect(await balanceOf(tx)).toMatchObject({ paid: 10, received: 10, differs: 0 });
        expect(await balanceOf(tx, "1991-04-01")).toMatchObject({ paid: 2, received: 2, differs: 0 });
      }));
  });
});
