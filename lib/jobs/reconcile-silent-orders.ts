import "server-only";
import { listSilentOrders, type SilentOrder } from "@/lib/jobs/data";
import type { JobPhase } from "@/lib/jobs/job-phase";
import { tellSilentOrder } from "@/lib/jobs/mutations";

const SOME = 200;

/**
 * Writes the mails about batches of which nothing was heard for a week, the longest silent first. One that
 * fails is logged and tried by the next run; it stops none of the others. Counts them in `silent`.
 */
export async function reconcileSilentOrders(
  phase: JobPhase,
  report: { silent: number },
  now: Date,
): Promise<void> {
  let after: SilentOrder | null = null;
  while (!phase.isOver) {
    const silent: SilentOrder[] = await phase.need(() => listSilentOrders(SOME, after, now));
    await phase.each(
      silent,
      ({ id: order }) => ({ order }),
      async ({ id }) => {
        if ((await tellSilentOrder(id, now)) === "told") report.silent++;
      },
    );
    after = silent.at(-1) ?? null;
    if (silent.length < SOME) return;
  }
}
