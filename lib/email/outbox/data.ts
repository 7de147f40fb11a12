import "server-only";
import type { TrackingLink } from "@/lib/orders/mutations";
import type { CheckedOrder } from "@/lib/orders/order";
import { serviceClient } from "@/lib/supabase/service";
import { unwrap } from "@/lib/supabase/unwrap";

/** An order and whom to write to about it: the account's address of today, or the one the guest paid with. */
export type OrderForEmail = {
  order: CheckedOrder;
  email: string | null;
  full_name: string | null;
  is_guest: boolean;
};

export type LinkedOrderForEmail = OrderForEmail & { tracking_link: TrackingLink | null };

/** What a mail about an order needs; null when the order is gone. */
export async function getOrderForEmail(orderId: string): Promise<LinkedOrderForEmail | null> {
  const result = unwrap(await serviceClient().rpc("get_order_for_email", { p_order_id: orderId }));
  const answer = result as Omit<LinkedOrderForEmail, "order"> & { order: CheckedOrder | null };
  return answer.order ? { ...answer, order: answer.order } : null;
}
