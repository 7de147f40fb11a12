import "server-only";
import { cookies } from "next/headers";
import { guestCookie, guestKeyOf } from "@/lib/auth/session/guest-cookie";
import { log } from "@/lib/base/log";
import { listGuestPendingOrders, type PendingOrder } from "@/lib/orders/checkout/data";

/** Returns this guest's orders whose payment is on its way. A database failure is logged and returns none, since the form works without. */
export async function loadGuestPendingOrders(): Promise<PendingOrder[]> {
  const guestKey = guestKeyOf((await cookies()).get(guestCookie().name)?.value);
  if (!guestKey) return [];
  return listGuestPendingOrders(guestKey).catch((error: unknown) => {
    log.error("submit.pending_orders", error);
    return [];
  });
}
