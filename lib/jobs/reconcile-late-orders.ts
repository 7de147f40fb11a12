import "server-only";
import { listLateOrders } from "@/lib/jobs/data";
import type { JobPhase } from "@/lib/jobs/job-phase";
import { tellLateOrder } from "@/lib/jobs/mutations";

const SOME = 200;

/**
 * Writes the mails that batches are late, in the morning after their promise broke, and again after the day to which they were put
 * off; the longest ago first. One that fails is
 * logged and tried by the next run; it stops none of the others. Counts them in `late`.
 */
export async function reconcileLateOrders(
  phase: JobPhase,
  report: { late: number },
  now: Date,
): Promise<void> {
  let after: { id: string; day: string } | null = null;
  while (!phase.isOver) {
    const late: { id: string; day: string }[] = await phase.need(() => listLateOrders(SOME, after, now));
    await phase.each(
      late,
      ({ id: order }) => ({ order }),
      async ({ id }) => {
        if ((await tellLateOrder(id, now)) === "told") report.late++;
      },
    );
    after = late.at(-1) ?? null;
    if (late.length < SOME) return;
  }
}
