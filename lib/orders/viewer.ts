import type { ServerOrder } from "@/lib/orders/order";

/** Who looks at an order or pays it. `hasUsedApp`: the session gave its authenticator app's code. */
export type Viewer = { userId: string | null; guestKey: string | null; hasUsedApp?: boolean };

/**
 * Returns whether the order belongs to this account, or while it is in no account to this browser's order cookie. An
 * imported order with neither belongs to nobody, and one of an account with an authenticator app to none of its sessions
 * that still owe the code.
 */
export function ownsOrder(
  order: Pick<ServerOrder, "user_id" | "guest_key" | "owner_has_app">,
  viewer: Viewer,
): boolean {
  const isOwing = order.owner_has_app && !viewer.hasUsedApp;
  if (order.user_id) return order.user_id === viewer.userId && !isOwing;
  return order.guest_key !== null && order.guest_key === viewer.guestKey;
}
