import { type Sql, type Transaction, undone } from "../../sandbox/builders/test-database";

/** What was claimed, by kind of work. */
type Told = Record<string, { name: string; about: string }[] | undefined>;

/** What is claimed so many minutes into a day, with a mail unless it says otherwise. */
export async function claim(tx: Transaction, minute = 0, withMail = true): Promise<Told> {
  await knowOfOthers(tx);
  const now = new Date(Date.parse("2031-05-10T00:00:00Z") + minute * 60_000);
  const [row] = await tx`select public.claim_stuck_work(${withMail}, ${now}) as told`;
  return row?.told;
}
/** Staff know of what other tests have written, also since this one began: to a claim of 2031 it is all long ago. */
async function knowOfOthers(tx: Transaction): Promise<void> {
  const others = tx`xmin <> pg_current_xact_id()::xid`;
  await tx`update stripe_events set told_at = now() where told_at is null and ${others}`;
  await tx`update refund_requests set told_attempt = attempt where told_attempt is distinct from attempt and ${others}`;
  await tx`update order_adjustments set told_at = now(), next_look_at = null where told_at is null and ${others}`;
}

/** The mails about it, oldest first. */
export const mails = async (tx: Transaction) =>
  (await tx`select payload from outbox where kind = 'stuck_work' order by id`).map(({ payload }) => payload);

/** Does `work` where staff know of all that other tests have left, and leaves nothing behind. */
export const alone = (sql: Sql, work: (tx: Transaction) => Promise<void>) => () =>
  undone(sql, async (tx) => {
    await tx`delete from outbox where kind = 'stuck_work'`;
    await tx`delete from job_failures`;
    await tx`update outbox set told_at = now() where failed_at is not null`;
    await knowOfOthers(tx);
    await work(tx);
  });
