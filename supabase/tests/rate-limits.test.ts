import { randomUUID } from "node:crypto";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

const sql = connect(1);
const server = serverClient();
const aKey = () => `test:${randomUUID()}`;
const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();

type Answer = { allowed: boolean; retry_after_seconds: number };
const take = (
  p_key: string,
  second: number,
  p_rules: { limit: number; window_seconds: number }[],
  p_block_seconds = 0,
) => call<Answer>(server, "take_rate_limit", { p_key, p_rules, p_block_seconds, p_now: at(second) });

const perMinute = [{ limit: 6, window_seconds: 60 }];
const allowed = { allowed: true, retry_after_seconds: 0 };

test("100 callers at once: exactly as many pass as the limit says", async () => {
  for (let round = 0; round < 5; round++) {
    const key = aKey();
    const rules = [...perMinute, { limit: 20, window_seconds: 3600 }];
    const answers = await Promise.all(Array.from({ length: 100 }, () => take(key, 0, rules, 1800)));
    expect(tally(answers.map((answer) => String(answer.allowed)))).toEqual({ true: 6, false: 94 });
  }
});

test("a window begins with its first request and then starts anew", async () => {
  const key = aKey();
  for (let second = 0; second < 6; second++) expect(await take(key, second, perMinute)).toEqual(allowed);
  expect(await take(key, 6, perMinute)).toEqual({ allowed: false, retry_after_seconds: 54 });
  expect(await take(key, 59, perMinute)).toEqual({ allowed: false, retry_after_seconds: 1 });
  expect(await take(key, 60, perMinute)).toEqual(allowed);
});

test("of several windows each must have room, and a refusal takes from none", async () => {
  const key = aKey();
  const rules = [
    { limit: 2, window_seconds: 60 },
    { limit: 3, window_seconds: 3600 },
  ];
  expect(await take(key, 0, rules)).toEqual(allowed);
  expect(await take(key, 1, rules)).toEqual(allowed);
  for (let again = 0; again < 5; again++) expect((await take(key, 2, rules)).allowed).toBe(false);
  expect(await take(key, 61, rules)).toEqual(allowed);
  expect(await take(key, 62, rules)).toEqual({ allowed: false, retry_after_seconds: 3538 });
});

test("a block holds though the window would be free again, and then ends", async () => {
  const key = aKey();
  for (let request = 0; request < 6; request++) await take(key, 0, perMinute, 1800);
  expect(await take(key, 1, perMinute, 1800)).toEqual({ allowed: false, retry_after_seconds: 1800 });
  expect(await take(key, 120, perMinute, 1800)).toEqual({ allowed: false, retry_after_seconds: 1681 });
  expect(await take(key, 1800, perMinute, 1800)).toEqual({ allowed: false, retry_after_seconds: 1 });
  expect(await take(key, 1801, perMinute, 1800)).toEqual(allowed);
});

test("keys do not touch each other", async () => {
  const [one, other] = [aKey(), aKey()];
  for (let request = 0; request < 7; request++) await take(one, 0, perMinute);
  expect(await take(other, 0, perMinute)).toEqual(allowed);
});

test("no rules is an error, not a free pass", async () => {
  await expect(take(aKey(), 0, [])).rejects.toThrow("needs rules");
});

test("old counters are swept, live blocks stay", async () => {
  const [old, blocked] = [aKey(), aKey()];
  await sql`insert into rate_limits (key, updated_at, blocked_until)
            values (${old}, '1999-01-01', null), (${blocked}, '1999-01-01', '1999-03-01')`;
  await call(server, "purge_rate_limits", { p_now: "1999-02-01T00:00:00Z" });
  expect(await sql`select key from rate_limits where key in (${old}, ${blocked})`).toEqual([
    { key: blocked },
  ]);
});
