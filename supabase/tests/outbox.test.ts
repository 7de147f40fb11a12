import { randomUUID } from "node:crypto";
import { addQueuedMail, addStaff, addUser } from "../../sandbox/builders/rows";
import { call, connect, serverClient, tally, withRollback } from "../../sandbox/builders/test-database";

const sql = connect();

const server = serverClient();

type Row = { id: number; attempts: number; payload: { run: string }; dedupe_key: string };
const claim = (p_now: string, p_limit = 10, p_lease_seconds = 60) =>
  call<Row[]>(server, "claim_outbox", { p_limit, p_lease_seconds, p_now });
const finish = (
  p_id: number | undefined,
  p_now: string,
  answer: { p_message_id?: string; p_error?: string },
) => call<{ state: string; next_attempt_at?: string }>(server, "finish_outbox", { p_id, p_now, ...answer });

/* Each test uses its own past, so that no other email is due. */
let year = 1970;
const aTime = () => {
  year += 1;
  return (minutes: number) => new Date(Date.UTC(year, 0, 1) + minutes * 60_000).toISOString();
};

async function write(at: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => ({
    dedupe_key: `test:${randomUUID()}`,
    kind: "test",
    payload: sql.json({ run: at }),
    created_at: at,
    next_attempt_at: at,
  }));
  await sql`insert into outbox ${sql(rows)}`;
}

afterEach(() => sql`delete from outbox where kind = 'test' and created_at < '2000-01-01'`);

test("claims each email once across 100 concurrent workers", async () => {
  const at = aTime();
  await write(at(0), 500);
  const claims = await Promise.all(Array.from({ length: 100 }, () => claim(at(1), 7)));
  let rows = claims.flat();
  // Locked rows are skipped and returned by the next call.
  for (let more = await claim(at(1), 100); more.length > 0; more = await claim(at(1), 100))
    rows = rows.concat(more);
  expect(rows).toHaveLength(500);
  expect(Object.values(tally(rows.map((row) => String(row.id)))).every((times) => times === 1)).toBe(true);
  expect(rows.every((row) => row.attempts === 1)).toBe(true);
});

test("claims an email again after a crashed worker's lease expires", async () => {
  const at = aTime();
  await write(at(0), 1);
  const [first] = await claim(at(1), 1, 60);
  expect(await claim(at(1.5), 1)).toEqual([]);
  const [second] = await claim(at(2), 1);
  expect(second).toMatchObject({ id: first?.id, attempts: 2 });
});

test("keeps a sent email as sent after a late failure report", async () => {
  const at = aTime();
  await write(at(0), 1);
  const [row] = await claim(at(1));
  expect(await finish(row?.id, at(2), { p_message_id: "<1@mail>" })).toEqual({ state: "sent" });
  expect(await finish(row?.id, at(3), { p_error: "timeout" })).toEqual({ state: "sent" });
  expect(await claim(at(500))).toEqual([]);
  const [stored] = await sql`select message_id, last_error from outbox where id = ${row?.id ?? 0}`;
  expect(stored).toEqual({ message_id: "<1@mail>", last_error: null });
});

test("retries after 1, 2, 4 … 60 minutes and gives up after 20 hours", async () => {
  const at = aTime();
  await write(at(0), 1);
  const waits: number[] = [];
  let minute = 0;
  let state = "retry";
  while (state === "retry") {
    const [row] = await claim(at(minute));
    if (!row) throw new Error(`not due at minute ${minute}`);
    expect(await claim(at(minute))).toEqual([]);
    const answer = await finish(row.id, at(minute), { p_error: "smtp down" });
    state = answer.state;
    if (!answer.next_attempt_at) break;
    const wait = (Date.parse(answer.next_attempt_at) - Date.parse(at(minute))) / 60_000;
    waits.push(wait);
    minute += wait;
  }
  expect(state).toBe("failed");
  expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(minute).toBeGreaterThanOrEqual(20 * 60);
  expect(minute).toBeLessThan(21 * 60);
  expect(await claim(at(100_000))).toEqual([]);
});

test("tries an email five times even if its first attempt was late", async () => {
  const at = aTime();
  const DAY = 24 * 60;
  await write(at(0), 1);
  let minute = DAY;
  const states: string[] = [];
  for (const wait of [1, 2, 4, 8, 0]) {
    const [row] = await claim(at(minute));
    states.push((await finish(row?.id, at(minute), { p_error: "try later" })).state);
    minute += wait;
  }
  expect(states).toEqual(["retry", "retry", "retry", "retry", "failed"]);
});

test("gives up on an email after 50 worker crashes, without blocking other emails", async () => {
  const at = aTime();
  await write(at(0), 1);
  const ids = new Set<number | undefined>();
  for (let death = 0; death < 50; death++) ids.add((await claim(at(death * 2), 1, 60))[0]?.id);
  expect(ids.size).toBe(1);
  await write(at(0), 1);
  const [other, ...more] = await claim(at(100), 1);
  expect(more).toEqual([]);
  expect(ids.has(other?.id)).toBe(false);
  const [stored] =
    await sql`select failed_at, attempts, last_error from outbox where id = ${[...ids][0] ?? 0}`;
  expect(stored).toMatchObject({ attempts: 50, last_error: "The send never finished." });
  expect(stored?.failed_at).toBeTruthy();
});

test("queues all failed emails again, but no sent ones", async () => {
  await withRollback(sql, async (tx) => {
    // Other test files also add failed emails.
    await tx`lock table outbox in exclusive mode`;
    const { id: actor } = await addUser(tx);
    await addStaff(tx, actor);
    const failed = await Promise.all(
      [1, 2].map(() => addQueuedMail(tx, { kind: "test", failed_at: new Date() })),
    );
    const sent = await addQueuedMail(tx, { kind: "test" });
    await tx`update outbox set sent_at = now() where id = ${sent.id}`;
    const [row] = await tx`select public.staff_retry_mail(${actor}, null) as answer`;
    expect(row?.answer.outcome).toBe("queued");
    expect(row?.answer.count).toBeGreaterThanOrEqual(2);
    const rows = await tx`select failed_at, sent_at from outbox
      where id in ${tx([...failed, sent].map(({ id }) => id))} order by id`;
    expect(rows.map(({ failed_at, sent_at }) => [failed_at !== null, sent_at !== null])).toEqual([
      [false, false],
      [false, false],
      [false, true],
    ]);
  });
});
