import type { Stories } from "../../sandbox/builders/stories";
import { type Sql, type Transaction, undone } from "../../sandbox/builders/test-database";

/* The sums of each day, in a year of these tests' own, which they leave again: the job sums up what other tests do today. */

export const YEAR = 1990;
export const END = new Date(`${YEAR}-12-31T00:00:00Z`);
export const on = (day: string, time = "12:00:00") => new Date(`${YEAR}-${day}T${time}Z`);

type Summed = { days: number; is_more: boolean; summed_until: string | null };

/** Sums up as the job does, until the end of May unless `now` is given; returns the answer of the call. */
export async function sum(
  tx: Transaction,
  {
    since = null,
    days = 1000,
    now = on("05-31"),
    goesOn = false,
  }: { since?: Date | null; days?: number; now?: Date; goesOn?: boolean } = {},
): Promise<Summed> {
  const [row] = await tx<{ answer: Summed }[]>`
    select public.sum_daily_numbers(${since}, ${days}, ${now}, ${goesOn}) as answer`;
  return row?.answer ?? { days: 0, is_more: true, summed_until: null };
}

/** Does `work` while nobody else sums, and leaves nothing behind. */
export const alone = (sql: Sql, work: (tx: Transaction) => Promise<void>) =>
  undone(sql, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('sum_daily_numbers', 0))`;
    await work(tx);
  });

/** The sums of a day such as "03-01". */
export const sumsOf = async (tx: Transaction, day: string) =>
  (await tx`select * from daily_numbers where day = ${`${YEAR}-${day}`}`)[0];

/** An order of ten cards at $25 that was paid on March 1, checked in on the 5th and left on `home`, the 20th if not said. */
export async function aReturnedOrder(tx: Transaction, stories: Stories, home = "03-20"): Promise<string> {
  await stories.at(on("03-01"));
  const id = await stories.begin(on("03-01"), {
    ...{ num_cards: 10, rate_cents: 2500, payment_status: "paid", placed_by_admin: false },
  });
  for (const [day, step] of [
    ["03-05", "received"],
    [home, "completed"],
  ] as const) {
    await stories.at(on(day));
    await tx`update grading_orders set submission_status = ${step} where id = ${id}`;
  }
  return id;
}
