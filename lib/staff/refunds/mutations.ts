import "server-only";
import * as z from "zod/mini";
import { env } from "@/lib/base/env";
import { type ProposalAccess, proposalAccessArguments } from "@/lib/orders/tracking/proposal-access";
import { writeAsStaff } from "@/lib/staff/mutations";
import { type RefundBody, refundMessages, refundRequestRowSchema } from "@/lib/staff/refunds/schema";
import { call, type RefusalTexts, run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** A refund to create. Unless `is_first`, an earlier attempt may have succeeded, so Stripe's list is checked first. */
const startedSchema = z.object({
  outcome: z.literal("started"),
  is_first: z.boolean(),
  request: refundRequestRowSchema,
  payment_intent_id: z.string(),
});

export const begunRefundSchema = z.discriminatedUnion("outcome", [
  startedSchema,
  z.object({ outcome: z.literal("done_before"), request: refundRequestRowSchema }),
]);

const refusalTexts: RefusalTexts = {
  second_factor_due: () => refundMessages.secondFactor(env().REFUND_ALERT_CENTS),
  refund_too_much: ({ left_cents: left }) => refundMessages.tooMuch(z.parse(z.number(), left)),
};

/** Who makes the refund, and when their session last used the second factor (null if never). */
export type Refunder = { userId: string; factorUsedAt: Date | null };

/**
 * Records a refund (staff_begin_refund) before Stripe is called, in one locked step. An order and its questions can
 * have only one refund in progress, and never more than the paid amount. A known `request_id` continues or returns
 * the finished refund. Throws as refundOrder does.
 */
export async function beginRefund(
  { userId, factorUsedAt }: Refunder,
  orderId: string,
  body: RefundBody,
): Promise<z.infer<typeof begunRefundSchema>> {
  const args = {
    actor: userId,
    order_id: orderId,
    ...body,
    alert_cents: env().REFUND_ALERT_CENTS,
    factor_used_at: factorUsedAt?.toISOString(),
  };
  return writeAsStaff("staff_begin_refund", args, begunRefundSchema, refusalTexts);
}

/** The result of begin_adjustment_refund. See refundShortage. */
export const begunShortageSchema = z.discriminatedUnion("outcome", [
  startedSchema,
  z.object({ outcome: z.enum(["done_before", "in_progress", "not_paid_by_card", "not_due"]) }),
]);

export async function beginAdjustmentRefund(adjustmentId: string) {
  const args = { adjustment_id: adjustmentId };
  return call(serviceClient(), "begin_adjustment_refund", args, begunShortageSchema);
}

/** The result of begin_cancellation. See refundCancellation. */
export const begunCancellationSchema = z.discriminatedUnion("outcome", [
  startedSchema,
  z.object({ outcome: z.enum(["asked", "asked_before", "in_progress", "canceled_before"]) }),
]);

/** Records a cancellation by the customer (begin_cancellation) as a refund, or as a request for staff to decide. */
export async function beginCancellation(orderId: string, decider: ProposalAccess, amountCents: number) {
  const args = { order_id: orderId, ...proposalAccessArguments(decider), amount_cents: amountCents };
  return call(serviceClient(), "begin_cancellation", args, begunCancellationSchema);
}

/**
 * Records the outcome of an attempt. A null `failure` means that the refund was created. After a failure, the same
 * request can be retried. A repeated call changes nothing. Owners are notified of refunds above REFUND_ALERT_CENTS.
 */
export async function finishRefund(
  request: { id: string; attempt: number },
  refundId: string | null,
  failure: string | null,
): Promise<void> {
  await run(serviceClient(), "staff_finish_refund", {
    request_id: request.id,
    attempt: request.attempt,
    stripe_refund_id: refundId,
    failure,
    alert_cents: env().REFUND_ALERT_CENTS,
  });
}

/** Postpones a refund with an unknown outcome. The job checks it less and less often, eventually once an hour. */
export async function postponeRefund(requestId: string): Promise<void> {
  await run(serviceClient(), "postpone_refund", { request_id: requestId });
}

const stuckRefundSchema = z.object({ request: refundRequestRowSchema, payment_intent_id: z.string() });
export type StuckRefund = z.infer<typeof stuckRefundSchema>;

/**
 * Returns up to 50 refunds whose outcome has been unknown for at least five minutes, oldest first. Covers one order,
 * or all due refunds if `orderId` is null.
 */
export async function listStuckRefunds(orderId: string | null): Promise<StuckRefund[]> {
  return call(serviceClient(), "list_stuck_refunds", { order_id: orderId }, z.array(stuckRefundSchema));
}
