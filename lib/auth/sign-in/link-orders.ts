import "server-only";
import { provesAddresses } from "@/lib/auth/data";
import { linkGuestOrders } from "@/lib/auth/mutations";
import { log } from "@/lib/base/log";
import { withinBudget } from "@/lib/base/time-limit";

const BUDGET_MS = 2_000;

/** Links earlier guest orders to the account; 0 while the auth service confirms addresses by itself. */
export async function linkOrders(userId: string): Promise<number> {
  return (await provesAddresses()) ? linkGuestOrders(userId) : 0;
}

/** Links earlier guest orders on the way through a sign-in, which must neither fail nor wait for it. */
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
