import "server-only";
import { confirmsByEmail } from "@/lib/auth/data";
import { linkGuestOrders } from "@/lib/auth/mutations";
import { loadGuestKey } from "@/lib/auth/session/loaders";
import { env, isLoopback } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { withinBudget } from "@/lib/base/time-limit";

const BUDGET_MS = 2_000;

/** Links the guest orders of the account's confirmed email. Unconfirmed emails count only on loopback. */
export async function linkOrders(userId: string): Promise<number> {
  const isConfirmedByEmail = await confirmsByEmail();
  if (isConfirmedByEmail === null) return 0;
  if (!isConfirmedByEmail && !isLoopback(env().APP_URL)) return 0;
  const guestKey = await loadGuestKey();
  return linkGuestOrders(userId, guestKey, !isConfirmedByEmail);
}

/** Links guest orders without failing or delaying a login by more than two seconds. The next login retries. */
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
