import "server-only";
import { provesAddresses } from "@/lib/auth/data";
import { linkGuestOrders } from "@/lib/auth/mutations";
import { log } from "@/lib/base/log";
import { withinBudget } from "@/lib/base/time-limit";

const BUDGET_MS = 2_000;

/**
 * Links earlier guest orders of the account's address to the account and answers how many. It links none while the auth
 * service confirms addresses by itself or does not answer, since then the address proves nothing.
 */
export async function linkOrders(userId: string): Promise<number> {
  return (await provesAddresses()) ? linkGuestOrders(userId) : 0;
}

/**
 * Links earlier guest orders on the way through a sign-in and answers how many. A sign-in must neither fail nor wait
 * for this: after two seconds, and for any error, it answers 0 and logs why. What was not linked is linked at the
 * next one.
 */
export async function tryLinkOrders(userId: string): Promise<number> {
  const work = linkOrders(userId).catch((error: unknown) => {
    log.error("auth.link_orders_failed", error, { userId });
    return 0;
  });
  return withinBudget(work, BUDGET_MS, () => {
    log.warn("auth.link_orders_slow", { userId });
    return 0;
  });
}
