import { randomUUID } from "node:crypto";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect(1);
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

const once = [{ limit: 1, window_seconds: 60 }];
const perMinute = [{ limit: 6, window_seconds: 60 }];
const hourly = [...perMinute, { limit: 12, window_seconds: 3600 }];
/** How many attempts each window of a counter holds, the shortest window first. */
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

test("leaves a window alone that began after the attempt", async () => {
  const key = aKey();
  const first = await take(key, 0, hourly);
  await take(key, 60, hourly);
  await refund([key], first);
  expect(await countsOf(key)).toEqual([1, 1]);
});

test("leaves a block in place", async () => {
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

test("does nothing to a counter that has not counted anything yet", async () => {
  const key = aKey();
  await sql`insert into rate_limits (key) values (${key})`;
  await refund([key], await take(aKey(), 0, once));
  expect(await countsOf(key)).toEqual([]);
});
