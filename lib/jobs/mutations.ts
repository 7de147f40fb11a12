import "server-only";
import * as z from "zod/mini";
import type { JobKind } from "@/lib/jobs/data";
import { call, run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/**
 * Notes how far a kind of work has come: everything before `lookedUntil` is known, a walk stopped at `place` (null: at
 * its end; or since when it is held up), a complete walk ended at `finishedAt`. Of two runs at once the one that came further counts.
 */
export async function saveJobProgress(
  kind: JobKind,
  come: { lookedUntil?: Date; place?: string | null; finishedAt?: Date | null },
): Promise<void> {
  await run(serviceClient(), "save_job_progress", {
    p_kind: kind,
    p_looked_until: come.lookedUntil?.toISOString() ?? null,
    p_place: come.place ?? null,
    p_finished_at: come.finishedAt?.toISOString() ?? null,
  });
}

/** Deletes some thousand rows whose retention period is over. Returns how many. */
export async function purgeRows(
  name: "purge_abandoned_orders" | "purge_sent_mails" | "purge_expired_rows" | "purge_staff_acts",
): Promise<number> {
  return (await call(serviceClient(), name, {}, z.object({ deleted: z.number() }))).deleted;
}

const newAlarmSchema = z.object({
  exception_id: z.nullable(z.number()),
  order_id: z.nullable(z.string()),
  reason: z.string(),
  about: z.string(),
});

/**
 * Takes up to 50 payment exceptions, and 50 orders that are to be reviewed or have a disputed payment, that staff weren't notified
 * of yet. Each is taken once, by one caller. `withMail` puts the email to staff into the outbox in the same step.
 */
export async function claimNewAlarms(withMail: boolean) {
  const args = { p_with_mail: withMail };
  return call(serviceClient(), "claim_new_alarms", args, z.array(newAlarmSchema));
}

const stuckSchema = z.optional(z.array(z.object({ name: z.string(), about: z.string() })));

/**
 * Takes what was tried in vain for so long that it is on staff, and of which they were not told yet, by kind of work; each is taken
 * once, by one caller. `withMail` puts mails about it into the outbox in the same step, one an hour of each kind at most.
 */
export async function claimStuckWork(withMail: boolean) {
  const schema = z.object({
    events: stuckSchema,
    refunds: stuckSchema,
    proposals: stuckSchema,
    mails: stuckSchema,
  });
  return call(serviceClient(), "claim_stuck_work", { p_with_mail: withMail }, schema);
}

/**
 * Notes the tasks of the job that failed in a run, and answers those of which staff are to be told now, once each: they have
 * failed for a day. `withMail` as in claimStuckWork.
 */
export async function noteJobFailures(failed: { name: string; about: string }[], withMail: boolean) {
  const schema = z.array(z.object({ name: z.string(), about: z.string() }));
  return call(serviceClient(), "note_job_failures", { p_failed: failed, p_with_mail: withMail }, schema);
}

/**
 * Queues emails about up to `limit` orders: reminders to ship, that a batch is late, or that nothing has happened for a week. Returns how
 * many orders were processed.
 */
export async function queueReminders(
  kind: "queue_ship_reminders" | "queue_late_notices" | "queue_no_news",
  limit: number,
): Promise<number> {
  return (await call(serviceClient(), kind, { p_limit: limit }, z.object({ done: z.number() }))).done;
}
