import "server-only";
import * as z from "zod/mini";
import { writeAsStaff } from "@/lib/staff/mutations";
import { type RefundBody, refundRequestRowSchema } from "@/lib/staff/refunds/schema";
import { run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

export const begunRefundSchema = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("started"),
    is_first: z.boolean(),
    request: refundRequestRowSchema,
    payment_intent_id: z.string(),
  }),
  z.object({ outcome: z.literal("done_before"), request: refundRequestRowSchema }),
  z.object({ outcome: z.literal("too_much"), left_cents: z.number() }),
  z.object({ outcome: z.literal("changed"), refunded_cents: z.number() }),
  z.object({ outcome: z.literal("under_way"), request_id: z.string() }),
  z.object({ outcome: z.enum(["other_request", "not_paid_by_card", "not_found"]) }),
]);
export type BegunRefund = z.infer<typeof begunRefundSchema>;

/** Writes a refund down before the payment service is asked; see the SQL function of this name. */
export async function beginRefund(actor: string, orderId: string, body: RefundBody): Promise<BegunRefund> {
  const args = {
    p_actor: actor,
    p_request_id: body.request_id,
    p_order_id: orderId,
    p_amount_cents: body.amount_cents,
    p_refunded_cents: body.refunded_cents,
    p_reason: body.reason,
  };
  return writeAsStaff("staff_begin_refund", args, begunRefundSchema);
}

/** Notes what became of an attempt; `failure` null: the refund was made. Told twice, it changes nothing. */
export async function finishRefund(
  request: { id: string; attempt: number },
  refundId: string | null,
  failure: string | null,
): Promise<void> {
  await run(serviceClient(), "staff_finish_refund", {
    p_request_id: request.id,
    p_attempt: request.attempt,
    p_stripe_refund_id: refundId,
    p_failure: failure,
  });
}
