import "server-only";
import type { JobPhase } from "@/lib/jobs/job-phase";
import { askChangedAddresses, tellUnansweredAddresses } from "@/lib/orders/homeward/mutations";

const BATCH = 100;

/**
 * Says in the stories of orders that nobody answered in time where the cards go: first, as who is to be asked has the next run. Then
 * asks the owners of graded cards whose profile has got another address since where they go. One person with such cards a call, so that
 * nobody waits long for an order. Counts the orders in `asked`.
 */
export async function reconcileAddresses(phase: JobPhase, report: { asked: number }): Promise<void> {
  let told = BATCH;
  while (told === BATCH && !phase.isOver) told = await phase.need(() => tellUnansweredAddresses(BATCH));
  let looked: number;
  do {
    const done = await phase.need(() => askChangedAddresses(BATCH));
    looked = done.looked;
    report.asked += done.asked;
  } while (looked > 0 && !phase.isOver);
}
