import "server-only";
import * as z from "zod/mini";
import { type ProposalAccess, proposalAccessArguments } from "@/lib/orders/tracking/proposal-access";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** What withdraw_cancellation returns. A test compares it with what the SQL can write. */
export const withdrawnCancellationSchema = z.object({ outcome: z.enum(["withdrawn", "not_asked"]) });

/** Takes back, for the order's customer, that it is to be canceled. */
export async function withdrawCancellation(orderId: string, decider: ProposalAccess) {
  const args = { p_order_id: orderId, ...proposalAccessArguments(decider) };
  return call(serviceClient(), "withdraw_cancellation", args, withdrawnCancellationSchema);
}
