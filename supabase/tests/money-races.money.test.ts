import { randomUUID } from "node:crypto";
import { readTypedBatchId } from "@/lib/orders/batch-id";
import { aBatchId, aHash, anEmail } from "../../sandbox/builders/ids";
import { aSubscription, nextPeriodEnd } from "../../sandbox/builders/membership";
import { SEED, seeded, shuffle } from "../../sandbox/builders/random";
import { addOrder, addUser, emailsAbout, exceptionsOf, membershipsOf } from "../../sandbox/builders/rows";
import { ensureCustomer, syncMembership, takeFence } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

describe("looking up a batch", () => {
  const sql = connect();
  const server = serverClient();

  type Found = { outcome: string; order_id?: string };

  /** Looks for a batch as the server does that has already been asked for a first token. */
  const find = (batch: string, email: string, changes: Record<string, unknown> = {}) =>
    call<Found>(server, "enqueue_tracking_link", {
      p_batch: readTypedBatchId(batch),
      p_email: email,
      ...changes,
    });
  const emailsAbout = ({ id }: { id: string }) => sql<{ payload: unknown }[]>`
  select payload from outbox where kind = 'tracking_link' and payload ->> 'order_id' = ${id} order by id`;

  describe("mails", () => {
    test("one for many who ask at once, also where the link is made first", async () => {
      for (let round = 0; round < 15; round++) {
        const email = anEmail();
        const order = await addOrder(sql, { guest_email: email, batch_id: aBatchId() });
        const first = { p_order_id: order.id, p_token_hash: aHash() };
        const answers = await Promise.all(
          Array.from({ length: 10 }, () => find(order.batch_id, email, first)),
        );
        expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ queued: 1, mailed_before: 9 });
        expect(await emailsAbout(order)).toHaveLength(1);
      }
    });
  });
});

describe("rate limits", () => {
  const server = serverClient();
  const aKey = () => `test:${randomUUID()}`;
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();

  type Answer = { allowed: boolean; retry_after_seconds: number; key?: string };
  type Rule = { limit: number; window_seconds: number };
  type Bucket = { key: string; rules: Rule[]; block_seconds?: number };

  const takeAll = (p_buckets: Bucket[], second: number) =>
    call<Answer>(server, "take_rate_limits", { p_buckets, p_now: at(second) });
  const take = (key: string, second: number, rules: Rule[], block_seconds = 0) =>
    takeAll([{ key, rules, block_seconds }], second);

  const perMinute = [{ limit: 6, window_seconds: 60 }];

  test("many callers at once: exactly as many pass as the limit says", async () => {
    for (let round = 0; round < 3; round++) {
      const key = aKey();
      const rules = [...perMinute, { limit: 20, window_seconds: 3600 }];
      const answers = await Promise.all(Array.from({ length: 60 }, () => take(key, 0, rules, 1800)));
      expect(tally(answers.map((answer) => String(answer.allowed)))).toEqual({
        true: 6,
        false: 54,
      });
    }
  });

  test("callers who name the same buckets in other orders never stop each other", async () => {
    const keys = [aKey(), aKey(), aKey()];
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, index) => {
        const turned = [...keys.slice(index % 3), ...keys.slice(0, index % 3)];
        const ordered = index % 2 ? turned : turned.reverse();
        return takeAll(
          ordered.map((key) => ({ key, rules: [{ limit: 100, window_seconds: 60 }] })),
          0,
        );
      }),
    );
    expect(tally(answers.map((answer) => String(answer.allowed)))).toEqual({ true: 100, false: 20 });
  });
});

describe("rate limit refunds", () => {
  const sql = connect();
  const server = serverClient();
  const aKey = () => `test:${randomUUID()}`;
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();

  type Answer = { allowed: boolean; retry_after_seconds: number; taken_at?: string };
  type Rule = { limit: number; window_seconds: number };

  const takeAll = (p_buckets: { key: string; rules: Rule[]; block_seconds?: number }[], second: number) =>
    call<Answer>(server, "take_rate_limits", { p_buckets, p_now: at(second) });
  const take = (key: string, second: number, rules: Rule[], block_seconds = 0) =>
    takeAll([{ key, rules, block_seconds }], second);
  const refund = (keys: string[], taken?: Answer) =>
    call(server, "refund_rate_limits", { p_keys: keys, p_taken_at: taken?.taken_at ?? null });
  const perMinute = [{ limit: 6, window_seconds: 60 }];
  /** How many attempts each window of a counter holds, the shortest window first. */
  async function countsOf(key: string): Promise<number[]> {
    const rows = await sql<{ count: number }[]>`
    select w.value -> 'count' as count from rate_limits r, jsonb_each(r.windows) w
    where r.key = ${key} order by w.key::integer`;
    return rows.map(({ count }) => count);
  }

  test("frees one attempt when one of many at once succeeds", async () => {
    const key = aKey();
    const taken = await Promise.all(Array.from({ length: 60 }, () => take(key, 0, perMinute)));
    await refund(
      [key],
      taken.find((answer) => answer.allowed),
    );
    const again = await Promise.all(Array.from({ length: 60 }, () => take(key, 1, perMinute)));
    expect(tally(again.map((answer) => String(answer.allowed)))).toEqual({
      true: 1,
      false: 60 - 1,
    });
  });

  test("never deadlocks with attempts that name the same keys in another order", async () => {
    const keys = [aKey(), aKey(), aKey()];
    const buckets = keys.map((key) => ({ key, rules: [{ limit: 1000, window_seconds: 60 }] }));
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const taken = await takeAll(index % 2 ? buckets : buckets.toReversed(), 0);
        await refund(index % 3 ? keys : keys.toReversed(), taken);
      }),
    );
    expect(await Promise.all(keys.map(countsOf))).toEqual([[0], [0], [0]]);
  });
});

describe("memberships", () => {
  jest.setTimeout(120_000);

  const random = seeded(SEED);
  const sql = connect();

  describe("the fence", () => {
    test("reads written in any order at once: the last one taken stays", async () => {
      for (let round = 0; round < 3; round++) {
        const { id, customer } = await ensureCustomer(sql);
        const pro = aSubscription();
        const reads = await Promise.all(Array.from({ length: 100 }, () => takeFence()));
        const last = Math.max(...reads);
        const from = Date.parse(nextPeriodEnd());
        const endOf = (at: number) => new Date(from + at * 1000).toISOString();
        const answers = await Promise.all(
          shuffle(reads, random).map((at) =>
            syncMembership(customer, [{ ...pro, current_period_end: endOf(at) }], at),
          ),
        );
        expect(tally(answers.map(({ outcome }) => outcome)).written).toBeGreaterThan(0);
        expect((await membershipsOf(sql, id))[0]?.current_period_end.toISOString()).toBe(endOf(last));
      }
    });

    test("many syncs at once of two active ones leave one active", async () => {
      const { id, customer } = await ensureCustomer(sql);
      const pair = [aSubscription(), aSubscription({ created_at: "2026-01-03T00:00:00Z" })];
      await Promise.all(
        Array.from({ length: 60 }, (_, n) => syncMembership(customer, n % 2 ? pair : pair.toReversed())),
      );
      expect((await membershipsOf(sql, id)).map(({ status }) => status)).toEqual(["active", "duplicate"]);
      expect(await exceptionsOf(sql, pair[1]?.id ?? "")).toHaveLength(1);
      expect(await emailsAbout(sql, pair[0]?.id ?? "")).toEqual(["membership_started"]);
    });
  });
});

describe("Stripe customers", () => {
  const sql = connect();
  const server = serverClient();
  const PEOPLE = 20;

  describe("the customer at Stripe", () => {
    const ensure = (userId: string, customer: string) =>
      call<{ stripe_customer_id: string }>(server, "ensure_stripe_customer", {
        p_user_id: userId,
        p_stripe_customer_id: customer,
      });

    test(`the same one from ten tabs at once, for ${PEOPLE} people: nobody is refused`, async () => {
      for (let person = 0; person < PEOPLE; person++) {
        const user = await addUser(sql);
        const customer = `cus_${user.id}`;
        const answers = await Promise.all(Array.from({ length: 10 }, () => ensure(user.id, customer)));
        expect(new Set(answers.map((answer) => answer.stripe_customer_id))).toEqual(new Set([customer]));
      }
    });
  });
});
