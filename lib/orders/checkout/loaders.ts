import "server-only";
import { cookies } from "next/headers";
import { guestCookie, guestKeyOf } from "@/lib/auth/session/guest-cookie";
import { log } from "@/lib/base/log";
import { listGuestPendingOrders, type PendingOrder } from "@/lib/orders/checkout/data";

/**
 * Reads which payments of this browser's guest are on their way; none where it has placed no order. A database that does not
 * answer is logged and counts as none: the form works without.
 */
export async function loadGuestPendingOrders(): Promise<PendingOrder[]> {
  const guestKey = guestKeyOf((await cookies()).get(guestCookie().name)?.value);
  if (!guestKey) return [];
  return listGuestPendingOrders(guestKey).catch((error: unknown) => {
    log.error("submit.pending_orders", error);
    return [];
  });
}
