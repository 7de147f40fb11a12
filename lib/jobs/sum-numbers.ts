import "server-only";
import type { Progress } from "@/lib/jobs/data";
import type { JobPhase } from "@/lib/jobs/job-phase";
import { saveJobProgress, sumDailyNumbers } from "@/lib/jobs/mutations";

/** More than a day brings; a longer way back is gone in several runs of the job. */
const MOST_CALLS = 8;

/** Noted as the place of a run that did not come to its end. */
const DAYS_ARE_LEFT = "days are left";

/**
 * Sums up, for the owner's numbers, the days on which something has changed since the last run, three of them a call
 * until none is left, eight calls are made or the phase is over; then the next run goes on. What is due has the database's time, not `now`,
 * which only says when the phase ended.
 */
export async function sumNumbers(phase: JobPhase, from: Progress, now: Date): Promise<void> {
  let since = from.looked_until;
  let isMore = true;
  for (let call = 0; call < MOST_CALLS && isMore && !phase.isOver; call++) {
    const summed = await phase.need(() => sumDailyNumbers(since, call > 0 || from.place === DAYS_ARE_LEFT));
    // Another run is at it, and notes how far it has come.
    if (summed.summed_until === null) return;
    since = summed.summed_until;
    isMore = summed.is_more;
    const come = { lookedUntil: new Date(since), place: isMore ? DAYS_ARE_LEFT : null };
    await phase.need(() => saveJobProgress("numbers", { ...come, finishedAt: isMore ? null : now }));
  }
}
