import { randomUUID } from "node:crypto";
import { uniqueToken } from "../../sandbox/builders/ids";
import { signUpStaff } from "../../sandbox/builders/rows";
import { call, connect, personClient, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

const aKey = () => `test:${randomUUID()}`;
const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();

type Answer = { allowed: boolean; retry_after_seconds: number; key?: string; taken_at?: string };
type Rule = { limit: number; window_seconds: number };
type Bucket = { key: string; rules: Rule[]; block_seconds?: number };

const takeAll = (p_buckets: Bucket[], second: number) =>
  call<Answer>(server, "take_rate_limits", { p_buckets, p_now: at(second) });
const take = (key: string, second: number, rules: Rule[], block_seconds = 0) =>
  takeAll([{ key, rules, block_seconds }], second);

const once = [{ limit: 1, window_seconds: 60 }];
const perMinute = [{ limit: 6, window_seconds: 60 }];

describe("rate limits", () => {
  const allowed = { allowed: true, retry_after_seconds: 0, taken_at: expect.any(String) };
  const refused = (key: string, retry_after_seconds: number) => ({
    allowed: false,
    retry_after_seconds,
    key,
  });

  test("starts a window with the first request, and a new one after the window ends", async () => {
    const key = aKey();
    for (let second = 0; second < 6; second++) expect(await take(key, second, perMinute)).toEqual(allowed);
    expect(await take(key, 6, perMinute)).toEqual(refused(key, 54));
    expect(await take(key, 59, perMinute)).toEqual(refused(key, 1));
    expect(await take(key, 60, perMinute)).toEqual(allowed);
  });

  test("refuses a request when one window is full, and doesn't count it", async () => {
    const key = aKey();
    const rules = [
      { limit: 2, window_seconds: 60 },
      { limit: 3, window_seconds: 3600 },
    ];
    expect(await take(key, 0, rules)).toEqual(allowed);
    expect(await take(key, 1, rules)).toEqual(allowed);
    for (let again = 0; again < 5; again++) expect((await take(key, 2, rules)).allowed).toBe(false);
    expect(await take(key, 61, rules)).toEqual(allowed);
    expect(await take(key, 62, rules)).toEqual(refused(key, 3538));
  });

  test("keeps a block after the window has ended, until the block expires", async () => {
    const key = aKey();
    for (let request = 0; request < 6; request++) await take(key, 0, perMinute, 1800);
    expect(await take(key, 1, perMinute, 1800)).toEqual(refused(key, 1800));
    expect(await take(key, 120, perMinute, 1800)).toEqual(refused(key, 1681));
    expect(await take(key, 1800, perMinute, 1800)).toEqual(refused(key, 1));
    expect(await take(key, 1801, perMinute, 1800)).toEqual(allowed);
  });

  test("refuses a blocked key without waiting for a locked counter", async () => {
    const [open, blocked] = [aKey(), aKey()];
    for (let request = 0; request < 7; request++) await take(blocked, 0, perMinute, 1800);
    await sql.begin(async (holder) => {
      await holder`select 1 from rate_limits where key = ${blocked} for update`;
      const buckets = [open, blocked].map((key) => ({ key, rules: perMinute, block_seconds: 1800 }));
      const answers = await Promise.all(Array.from({ length: 3 }, () => takeAll(buckets, 60)));
      expect(answers).toEqual(Array(3).fill(refused(blocked, 1740)));
    });
    expect(await sql`select 1 from rate_limits where key = ${open}`).toHaveLength(0);
  });

  test("counts keys separately", async () => {
    const [one, other] = [aKey(), aKey()];
    for (let request = 0; request < 7; request++) await take(one, 0, perMinute);
    expect(await take(other, 0, perMinute)).toEqual(allowed);
  });

  const countOf = async (key: string) =>
    (await sql`select (windows -> '60' ->> 'count')::integer as count from rate_limits where key = ${key}`)[0]
      ?.count;

  test("refuses at the first full bucket and doesn't count the later ones", async () => {
    const [first, full, last] = [aKey(), aKey(), aKey()];
    await take(full, 0, once);
    const buckets = [first, full, last].map((key) => ({ key, rules: key === full ? once : perMinute }));
    expect(await takeAll(buckets, 0)).toEqual(refused(full, 60));
    expect([await countOf(first), await countOf(full), await countOf(last)]).toEqual([1, 1, null]);
    expect(await takeAll(buckets, 60)).toEqual(allowed);
    expect([await countOf(first), await countOf(full), await countOf(last)]).toEqual([1, 1, 1]);
  });

  test("blocks only the bucket that is full", async () => {
    const [open, full] = [aKey(), aKey()];
    await take(full, 0, once);
    const buckets = [
      { key: open, rules: perMinute, block_seconds: 900 },
      { key: full, rules: once, block_seconds: 600 },
    ];
    expect(await takeAll(buckets, 1)).toEqual(refused(full, 600));
    expect(await take(open, 2, perMinute)).toEqual(allowed);
    expect(await take(full, 70, once)).toEqual(refused(full, 531));
  });

  test("counts a bucket twice when a call names it twice", async () => {
    const key = aKey();
    const rules = [{ limit: 2, window_seconds: 60 }];
    const bucket = { key, rules };
    expect(await takeAll([bucket, bucket], 0)).toEqual(allowed);
    expect(await take(key, 0, rules)).toEqual(refused(key, 60));
  });

  test.each<[string, unknown]>([
    ["no buckets", []],
    ["no list", { key: "test:x", rules: once }],
    ["a bucket without rules", [{ key: "test:x", rules: [] }]],
    ["a bucket without a key", [{ rules: once }]],
    ["a rule without a limit", [{ key: "test:x", rules: [{ window_seconds: 60 }] }]],
  ])("throws on %s", async (_, p_buckets) => {
    await expect(call(server, "take_rate_limits", { p_buckets })).rejects.toThrow("needs buckets");
  });

  test("purges old counters and keeps active blocks", async () => {
    const [old, blocked] = [aKey(), aKey()];
    await sql`insert into rate_limits (key, updated_at, blocked_until)
            values (${old}, '1999-01-01', null), (${blocked}, '1999-01-01', '1999-03-01')`;
    await call(server, "purge_expired_rows", { p_now: "1999-02-01T00:00:00Z" });
    expect(await sql`select key from rate_limits where key in (${old}, ${blocked})`).toEqual([
      { key: blocked },
    ]);
  });
});

describe("rate limit refunds", () => {
  const refund = (keys: string[], taken?: Answer) =>
    call(server, "refund_rate_limits", { p_keys: keys, p_taken_at: taken?.taken_at ?? null });

  const hourly = [...perMinute, { limit: 12, window_seconds: 3600 }];
  async function countsOf(key: string): Promise<number[]> {
    const rows = await sql<{ count: number }[]>`
    select w.value -> 'count' as count from rate_limits r, jsonb_each(r.windows) w
    where r.key = ${key} order by w.key::integer`;
    return rows.map(({ count }) => count);
  }

  test("gives back one attempt in every window that counted it", async () => {
    const [key, other] = [aKey(), aKey()];
    await take(key, 0, hourly);
    const second = await take(key, 1, hourly);
    await take(other, 1, hourly);
    await refund([key], second);
    expect([...(await countsOf(key)), ...(await countsOf(other))]).toEqual([1, 1, 1, 1]);
  });

  test("leaves a window unchanged if it began after the attempt", async () => {
    const key = aKey();
    const first = await take(key, 0, hourly);
    await take(key, 60, hourly);
    await refund([key], first);
    expect(await countsOf(key)).toEqual([1, 1]);
  });

  test("keeps a block when an attempt is given back", async () => {
    const key = aKey();
    const first = await take(key, 0, once, 900);
    await take(key, 1, once, 900);
    await refund([key], first);
    expect(await take(key, 2, once, 900)).toMatchObject({ allowed: false, retry_after_seconds: 899 });
  });

  test("keeps five failures counted when successes come between them", async () => {
    const key = aKey();
    for (let second = 0; second < 10; second++) {
      const taken = await take(key, second, perMinute);
      if (second % 2) await refund([key], taken);
    }
    expect(await countsOf(key)).toEqual([5]);
  });

  test("leaves an empty counter unchanged", async () => {
    const key = aKey();
    await sql`insert into rate_limits (key) values (${key})`;
    await refund([key], await take(aKey(), 0, once));
    expect(await countsOf(key)).toEqual([]);
  });
});

describe("statement timeout", () => {
  test("cancels a data API request at the role's statement timeout", async () => {
    const member = await signUpStaff(sql);
    const api = personClient(member.accessToken);
    const mark = uniqueToken().toLowerCase();
    await sql.begin(async (tx) => {
      await tx`lock table public.erasures in access exclusive mode`;
      const { error } = await api.from("erasures").select(`${mark}:counts`);
      expect(error?.message).toMatch(/statement timeout/);
      expect(
        await tx`select 1 from pg_stat_activity where state = 'active' and query like ${`%${mark}%`}
        and pid <> pg_backend_pid()`,
      ).toHaveLength(0);
    });

    // The connection must keep neither the timeout nor the failed transaction.
    const page = await call<{ orders: unknown[] }>(api, "staff_list_orders", { p_limit: 1 });
    expect(page.orders).toEqual([]);
  }, 60_000);
});
