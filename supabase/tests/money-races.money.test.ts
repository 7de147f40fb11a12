import { randomUUID } from "node:crypto";
import { readTypedBatchId } from "@/lib/orders/batch-id";
import { aBatchId, aHash, anEmail } from "../../sandbox/builders/ids";
import { aSubscription, nextPeriodEnd } from "../../sandbox/builders/membership";
import { SEED, seeded, shuffle } from "../../sandbox/builders/random";
import { addOrder, addUser, emailsAbout, exceptionsOf, membershipsOf } from "../../sandbox/builders/rows";
import { ensureCustomer, nextFence, syncMembership } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

jest.setTimeout(120_000);

const sql = connect();
const server = serverClient();

const atOnce = <Result>(callers: number, one: (caller: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: callers }, (_, caller) => one(caller)));

test("emails one tracking link for ten concurrent requests", async () => {
  for (let round = 0; round < 15; round++) {
    const email = anEmail();
    const order = await addOrder(sql, { guest_email: email, batch_id: aBatchId() });
    const args = { p_batch: readTypedBatchId(order.batch_id), p_email: email, p_order_id: order.id };
    const answers = await atOnce(10, () =>
      call<{ outcome: string }>(server, "enqueue_tracking_link", { ...args, p_token_hash: aHash() }),
    );
    expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ queued: 1, mailed_before: 9 });
    const emails = await sql`select 1 from outbox
      where kind = 'tracking_link' and payload ->> 'order_id' = ${order.id}`;
    expect(emails).toHaveLength(1);
  }
});

describe("rate limits", () => {
  type Taken = { allowed: boolean; taken_at?: string };
  type Bucket = { key: string; rules: { limit: number; window_seconds: number }[]; block_seconds?: number };

  const aKey = () => `test:${randomUUID()}`;
  const take = (p_buckets: Bucket[], second = 0) => {
    const p_now = new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
    return call<Taken>(server, "take_rate_limits", { p_buckets, p_now });
  };
  const refund = (keys: string[], taken?: Taken) =>
    call(server, "refund_rate_limits", { p_keys: keys, p_taken_at: taken?.taken_at ?? null });
  const allowedOf = (answers: Taken[]) => tally(answers.map(({ allowed }) => String(allowed)));
  const perMinute = { limit: 6, window_seconds: 60 };

  test("allows exactly the limit across concurrent callers", async () => {
    for (let round = 0; round < 3; round++) {
      const rules = [perMinute, { limit: 20, window_seconds: 3600 }];
      const bucket = { key: aKey(), rules, block_seconds: 1800 };
      expect(allowedOf(await atOnce(60, () => take([bucket])))).toEqual({ true: 6, false: 54 });
    }
  });

  test("never deadlocks on the same buckets named in different orders", async () => {
    const rules = [{ limit: 100, window_seconds: 60 }];
    const buckets = [aKey(), aKey(), aKey()].map((key) => ({ key, rules }));
    const answers = await atOnce(120, (caller) => {
      const rotated = [...buckets.slice(caller % 3), ...buckets.slice(0, caller % 3)];
      return take(caller % 2 ? rotated : rotated.reverse());
    });
    expect(allowedOf(answers)).toEqual({ true: 100, false: 20 });
  });

  test("frees one attempt when one of many concurrent attempts succeeds", async () => {
    const bucket = { key: aKey(), rules: [perMinute] };
    const taken = await atOnce(60, () => take([bucket]));
    await refund(
      [bucket.key],
      taken.find(({ allowed }) => allowed),
    );
    expect(allowedOf(await atOnce(60, () => take([bucket], 1)))).toEqual({ true: 1, false: 59 });
  });

  test("never deadlocks on refunds and attempts in different orders", async () => {
    const keys = [aKey(), aKey(), aKey()];
    const buckets = keys.map((key) => ({ key, rules: [{ limit: 1000, window_seconds: 60 }] }));
    await atOnce(60, async (caller) => {
      const taken = await take(caller % 2 ? buckets : buckets.toReversed());
      await refund(caller % 3 ? keys : keys.toReversed(), taken);
    });
    const counts = await sql`select w.value -> 'count' as count from rate_limits r, jsonb_each(r.windows) w
      where r.key in ${sql(keys)}`;
    expect(counts.map(({ count }) => count)).toEqual([0, 0, 0]);
  });
});

describe("memberships", () => {
  const random = seeded(SEED);

  test("keeps the latest of 100 reads written in any order", async () => {
    for (let round = 0; round < 3; round++) {
      const { id, customer } = await ensureCustomer(sql);
      const pro = aSubscription();
      const reads = await atOnce(100, () => nextFence());
      const from = Date.parse(nextPeriodEnd());
      const endOf = (at: number) => new Date(from + at * 1000).toISOString();
      const answers = await Promise.all(
        shuffle(reads, random).map((at) =>
          syncMembership(customer, [{ ...pro, current_period_end: endOf(at) }], at),
        ),
      );
      expect(tally(answers.map(({ outcome }) => outcome)).written).toBeGreaterThan(0);
      const [row] = await membershipsOf(sql, id);
      expect(row?.current_period_end.toISOString()).toBe(endOf(Math.max(...reads)));
    }
  });

  test("keeps one of two active subscriptions across 60 concurrent syncs", async () => {
    const { id, customer } = await ensureCustomer(sql);
    const pair = [aSubscription(), aSubscription({ created_at: "2026-01-03T00:00:00Z" })];
    await atOnce(60, (n) => syncMembership(customer, n % 2 ? pair : pair.toReversed()));
    expect((await membershipsOf(sql, id)).map(({ status }) => status)).toEqual(["active", "duplicate"]);
    expect(await exceptionsOf(sql, pair[1]?.id ?? "")).toHaveLength(1);
    expect(await emailsAbout(sql, pair[0]?.id ?? "")).toEqual(["membership_started"]);
  });

  test("returns the same Stripe customer to ten concurrent calls for each of 20 people", async () => {
    for (let person = 0; person < 20; person++) {
      const { id } = await addUser(sql);
      const args = { p_user_id: id, p_stripe_customer_id: `cus_${id}` };
      const answers = await atOnce(10, () =>
        call<{ stripe_customer_id: string }>(server, "ensure_stripe_customer", args),
      );
      expect(new Set(answers.map((answer) => answer.stripe_customer_id))).toEqual(new Set([`cus_${id}`]));
    }
  });
});
