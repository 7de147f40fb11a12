import { getJobProgress } from "@/lib/jobs/data";
import { JobPhase } from "@/lib/jobs/job-phase";
import { reconcile } from "@/lib/jobs/reconcile";
import { sumNumbers } from "@/lib/jobs/sum-numbers";
import { catchLog } from "@/sandbox/builders/caught-log";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { addOrder } from "@/sandbox/builders/rows";
import { connect, emptyTables } from "@/sandbox/builders/test-database";

const sql = connect();
emptyTables(sql);
const payments = ownPayments();
catchLog();

/** A time of these tests' own: see jobService. */
const mockDue = "1854-01-01T00:00:00.000Z";
jest.mock("@/lib/supabase/service", () =>
  jest
    .requireActual("@/sandbox/builders/job-service")
    .jobService(() => ({ due: mockDue, isWaiting: true, isSumming: true })),
);

const NOTHING_YET = { looked_until: null, place: null, finished_at: null };
const MINUTE = 60_000;
const endless = () => new JobPhase("numbers", Number.POSITIVE_INFINITY);
const progress = async () => (await getJobProgress()).progress.numbers;

/** Cards that were paid today, by the sums. */
const paidToday = async () => {
  const [row] = await sql`select paid_cards from daily_numbers where day = (now() at time zone 'utc')::date`;
  return row?.paid_cards ?? 0;
};

beforeEach(async () => {
  await payments.control("/reset");
  await sql`delete from job_progress`;
  await sql`delete from daily_numbers`;
});

test("a run of the job sums up what has happened, and a quarter of an hour later what is new", async () => {
  await addOrder(sql, { num_cards: 11 });
  const began = Date.now();
  const former = new Date(began - 20 * MINUTE);
  await sql`insert into job_progress (kind, looked_until, finished_at) values ('numbers', ${former}, ${former})`;
  const now = new Date(began);
  expect(await reconcile(now)).toMatchObject({ failed: 0 });
  const { looked_until, place, finished_at } = (await progress()) ?? NOTHING_YET;
  expect([Date.parse(looked_until ?? ""), place]).toEqual([expect.any(Number), null]);
  expect(Math.abs(Date.parse(looked_until ?? "") - began)).toBeLessThan(10 * MINUTE);
  expect(Date.parse(finished_at ?? "")).toBe(began);

  const before = await paidToday();
  expect(before).toBeGreaterThanOrEqual(11);
  await addOrder(sql, { num_cards: 4000 });
  await reconcile(new Date(began + MINUTE));
  expect(await paidToday()).toBe(before);
  await reconcile(new Date(began + 15 * MINUTE));
  expect(await paidToday()).toBeGreaterThanOrEqual(before + 4000);
});

test("days that are left are summed by the same run, three of them a call, and none when its time is over", async () => {
  const day = (before: number) => sql`(now() at time zone 'utc')::date - ${before}::integer`;
  await sql`insert into daily_numbers (day) select ${day(0)} - i from generate_series(1, 20) i
            on conflict (day) do update set is_stale = true`;
  const stale = async () =>
    (await sql`select 1 from daily_numbers where is_stale and day < ${day(0)}`).length;
  const over = new JobPhase("numbers", 0);
  await over.run((phase) => sumNumbers(phase, NOTHING_YET, new Date()));
  expect(await stale()).toBeGreaterThanOrEqual(20);

  const from = { ...NOTHING_YET, looked_until: new Date().toISOString() };
  await endless().run((phase) => sumNumbers(phase, from, new Date()));
  expect(await stale()).toBe(0);
  expect(await progress()).toMatchObject({ place: null, finished_at: expect.any(String) });
  await sql`delete from daily_numbers where day < ${day(0)}`;
});

test("a run whose time is over in between says so, and the next minute's goes on", async () => {
  await sql`insert into daily_numbers (day) select (now() at time zone 'utc')::date - i from generate_series(1, 20) i
            on conflict (day) do update set is_stale = true`;
  const part = endless();
  jest
    .spyOn(part, "isOver", "get")
    .mockReturnValueOnce(false)
    .mockReturnValueOnce(false)
    .mockReturnValue(true);
  await part.run((phase) =>
    sumNumbers(phase, { ...NOTHING_YET, looked_until: new Date().toISOString() }, new Date()),
  );
  const halfway = await progress();
  expect(halfway).toMatchObject({ place: "days are left", finished_at: null });
  const began = Date.now();
  await reconcile(new Date(began));
  // It looked for nothing new: what has come meanwhile is the next run's.
  expect(await progress()).toMatchObject({ place: null, looked_until: halfway?.looked_until });
  await sql`delete from daily_numbers where day < (now() at time zone 'utc')::date`;
});

test("a long way back takes several runs", async () => {
  await sql`insert into daily_numbers (day) select (now() at time zone 'utc')::date - i from generate_series(1, 40) i`;
  const run = async () => {
    const from = (await progress()) ?? { ...NOTHING_YET, looked_until: new Date().toISOString() };
    await endless().run((phase) => sumNumbers(phase, from, new Date()));
    return (await progress())?.place;
  };
  expect(await run()).toBe("days are left");
  expect(await run()).toBeNull();
});

test("another run that is at it is left alone", async () => {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('sum_daily_numbers', 0))`;
    const part = endless();
    await part.run((phase) => sumNumbers(phase, NOTHING_YET, new Date()));
    expect(part.failed).toBe(0);
  });
  expect(await progress()).toBeUndefined();
});
