import "server-only";
import * as z from "zod/mini";
import type { JobKind } from "@/lib/jobs/data";
import { call, run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Stores progress: all before `lookedUntil` is processed, a list stopped at `place`. Of two runs, the furthest wins. */
export async function saveJobProgress(
  kind: JobKind,
  come: { lookedUntil?: Date; place?: string | null; finishedAt?: Date | null },
): Promise<void> {
  await run(serviceClient(), "save_job_progress", {
    kind,
    looked_until: come.lookedUntil?.toISOString() ?? null,
    place: come.place ?? null,
    finished_at: come.finishedAt?.toISOString() ?? null,
  });
}

/** Deletes up to a few thousand rows past their retention. Returns how many. */
export async function purgeRows(
  name: "purge_abandoned_orders" | "purge_sent_emails" | "purge_expired_rows" | "purge_staff_actions",
): Promise<number> {
  return (await call(serviceClient(), name, {}, z.object({ deleted: z.number() }))).deleted;
}

const newAlarmSchema = z.object({
  exception_id: z.nullable(z.number()),
  order_id: z.nullable(z.string()),
  reason: z.string(),
  about: z.string(),
});

/** Claims up to 50 payment exceptions and 50 orders to review, once each. `withMail` also queues the staff email. */
export async function claimNewAlarms(withMail: boolean) {
  const args = { with_mail: withMail };
  return call(serviceClient(), "claim_new_alarms", args, z.array(newAlarmSchema));
}

const stuckSchema = z.optional(z.array(z.object({ name: z.string(), about: z.string() })));

/** Claims work that has failed for too long, once each. `withMail` queues staff emails, one per hour and kind. */
export async function claimStuckWork(withMail: boolean) {
  const schema = z.object({
    events: stuckSchema,
    refunds: stuckSchema,
    proposals: stuckSchema,
    mails: stuckSchema,
  });
  return call(serviceClient(), "claim_stuck_work", { with_mail: withMail }, schema);
}

/** Records the tasks that failed in a run. Returns those failing for a day, once each. See claimStuckWork. */
export async function noteJobFailures(failed: { name: string; about: string }[], withMail: boolean) {
  const schema = z.array(z.object({ name: z.string(), about: z.string() }));
  return call(serviceClient(), "note_job_failures", { failed, with_mail: withMail }, schema);
}

/** Queues the due emails of a kind that no event triggers, for at most `limit` orders. Returns the counts. */
export async function queueReminders(
  kind: "queue_ship_reminders" | "queue_overdue_notices" | "queue_no_update_emails",
  limit: number,
): Promise<{ done: number; failed?: number | undefined }> {
  const schema = z.object({ done: z.number(), failed: z.optional(z.number()) });
  return call(serviceClient(), kind, { limit }, schema);
}
