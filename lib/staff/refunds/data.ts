import "server-only";
import * as z from "zod/mini";
import { refundRequestRowSchema } from "@/lib/staff/refunds/schema";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

const stuckRefundSchema = z.object({ request: refundRequestRowSchema, payment_intent_id: z.string() });
/** A refund that was started and not finished, with its payment. */
export type StuckRefund = z.infer<typeof stuckRefundSchema>;

/** Returns up to 50 refunds with an unknown outcome for at least five minutes, oldest first; of one order, or of all (null) those that are due. */
export async function listStuckRefunds(orderId: string | null): Promise<StuckRefund[]> {
  return call(serviceClient(), "list_stuck_refunds", { p_order_id: orderId }, z.array(stuckRefundSchema));
}
