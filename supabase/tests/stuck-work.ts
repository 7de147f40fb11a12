import { setTimeout as wait } from "node:timers/promises";
import { type Sql, type Transaction, undone } from "../../sandbox/builders/test-database";

/** What was claimed, by kind of work. */
type Told = Record<string, { name: string; about: string }[] | undefined>;

/** What is claimed so many minutes into a day, with a mail unless it says otherwise. */
export async function claim(tx: Transaction, minute = 0, withMail = true): Promise<Told> {
  const now = new Date(Date.parse("2031-05-10T00:00:00Z") + minute * 60_000);
  const [row] = await tx`select public.claim_stuck_work(${withMail}, ${now}) as told`;
  return row?.told;
}

/**
 * Keeps what is claimed as it is until the transaction ends, but for its own changes: to a claim of 2031 all that other
 * files write is long ago. The tables are had at once or not at all, since who holds one and waits for another may be
 * waited for.
 */
async function keepOthersOut(tx: Transaction): Promise<void> {
  for (;;) {
    try {
      await tx.savepoint(
        (point) =>
          point`lock table stripe_events, refund_requests, order_adjustments, outbox in exclusive mode nowait`,
      );
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== "55P03") throw error;
      await wait(5);
    }
  }
}

/** The mails about it, oldest first. */
export const mails = async (tx: Transaction) =>
  (await tx`select payload from outbox where kind = 'stuck_work' order by id`).map(({ payload }) => payload);

/** Does `work` where staff know of all that other tests have left, and leaves nothing behind. */
export const alone = (sql: Sql, work: (tx: Transaction) => Promise<void>) => () =>
  undone(sql, async (tx) => {
    await keepOthersOut(tx);
    await tx`delete from outbox where kind = 'stuck_work'`;
    await tx`delete from job_failures`;
    await tx`update outbox set notified_at = now() where failed_at is not null`;
    await tx`update stripe_events set notified_at = now() where notified_at is null`;
    await tx`update refund_requests set told_attempt = attempt where told_attempt is distinct from attempt`;
    await tx`update order_adjustments set notified_at = now(), next_look_at = null where notified_at is null`;
    await work(tx);
  });
