import type { ServerOrder } from "@/lib/orders/order";

/** Who looks at an order or pays it: an account, the browser that holds the order cookie, or neither. */
export type Viewer = { userId: string | null; guestKey: string | null };

/** Whether the order belongs to this account or to this browser's order cookie. */
export function ownsOrder(order: Pick<ServerOrder, "user_id" | "guest_key">, viewer: Viewer): boolean {
  if (order.user_id) return order.user_id === viewer.userId;
  return order.guest_key !== null && order.guest_key === viewer.guestKey;
}
