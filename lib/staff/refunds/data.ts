import "server-only";
import * as z from "zod/mini";
import { refundRequestRowSchema } from "@/lib/staff/refunds/schema";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

const stuckRefundSchema = z.object({ request: refundRequestRowSchema, payment_intent_id: z.string() });
/** A refund that was begun and not ended, with the payment it is of. */
export type StuckRefund = z.infer<typeof stuckRefundSchema>;

/**
 * Lists up to 50 refunds that nobody has touched for five minutes and of which nobody knows whether they were made,
 * the longest untouched first; of one order, or of all (null) those that are not put off.
 */
export async function listStuckRefunds(orderId: string | null): Promise<StuckRefund[]> {
  return call(serviceClient(), "list_stuck_refunds", { p_order_id: orderId }, z.array(stuckRefundSchema));
}
