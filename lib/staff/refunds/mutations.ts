import "server-only";
import * as z from "zod/mini";
import { env } from "@/lib/base/env";
import { type Decider, deciderArguments } from "@/lib/orders/tracking/decider";
import { writeAsStaff } from "@/lib/staff/mutations";
import { refundMessages } from "@/lib/staff/refunds/refund-amount";
import { type RefundBody, refundRequestRowSchema } from "@/lib/staff/refunds/schema";
import { call, type RefusalTexts, run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/**
 * Reads what staff_begin_refund answers. `is_first` false: an attempt was made before and may have come through, so the
 * payment service's list is to be looked at first.
 */
export const begunRefundSchema = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("started"),
    is_first: z.boolean(),
    request: refundRequestRowSchema,
    payment_intent_id: z.string(),
  }),
  z.object({ outcome: z.literal("done_before"), request: refundRequestRowSchema }),
]);

const refusalTexts: RefusalTexts = {
  second_factor_due: () => refundMessages.secondFactor(env().REFUND_ALERT_CENTS),
  refund_too_much: ({ left_cents: left }) => refundMessages.tooMuch(z.parse(z.number(), left)),
};

/** The member of staff who refunds, and when their session last gave a code of the second factor (null: never). */
export type Refunder = { userId: string; factorUsedAt: Date | null };

/**
 * Writes a refund down (staff_begin_refund) before the payment service is asked, in one locked step: one refund of an
 * order and its proposals at a time, and never more than was paid. A `request_id` that is known is not written again: it goes on, or
 * was done. `factorUsedAt`: when the person's session last gave a code of their second factor. Throws what refundOrder says.
 */
export async function beginRefund(
  { userId, factorUsedAt }: Refunder,
  orderId: string,
  body: RefundBody,
): Promise<z.infer<typeof begunRefundSchema>> {
  const args = {
    p_actor: userId,
    p_request_id: body.request_id,
    p_order_id: orderId,
    p_amount_cents: body.amount_cents,
    p_refunded_cents: body.refunded_cents,
    p_reason: body.reason,
    p_alert_cents: env().REFUND_ALERT_CENTS,
    ...(factorUsedAt ? { p_factor_used_at: factorUsedAt.toISOString() } : {}),
    ...(body.adjustment_id ? { p_adjustment_id: body.adjustment_id } : {}),
  };
  return writeAsStaff("staff_begin_refund", args, begunRefundSchema, refusalTexts);
}

/** Reads what begin_adjustment_refund answers; refundShortage says what each outcome means. */
export const begunShortageSchema = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("started"),
    is_first: z.boolean(),
    request: refundRequestRowSchema,
    payment_intent_id: z.string(),
  }),
  z.object({ outcome: z.enum(["done_before", "under_way", "not_paid_by_card", "not_due"]) }),
]);

/** Writes the refund of cards that did not come down (begin_adjustment_refund), before the payment service is asked. */
export async function beginAdjustmentRefund(
  adjustmentId: string,
): Promise<z.infer<typeof begunShortageSchema>> {
  const args = { p_adjustment_id: adjustmentId };
  return call(serviceClient(), "begin_adjustment_refund", args, begunShortageSchema);
}

/** Reads what begin_cancellation answers; refundCancellation says what each outcome means. */
export const begunCancellationSchema = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("started"),
    is_first: z.boolean(),
    request: refundRequestRowSchema,
    payment_intent_id: z.string(),
  }),
  z.object({ outcome: z.enum(["asked", "asked_before", "under_way", "canceled_before"]) }),
]);

/** Writes down that the customer cancels (begin_cancellation): its refund, or a request that staff decide. */
export async function beginCancellation(
  orderId: string,
  decider: Decider,
  amountCents: number,
): Promise<z.infer<typeof begunCancellationSchema>> {
  const args = { p_order_id: orderId, ...deciderArguments(decider), p_amount_cents: amountCents };
  return call(serviceClient(), "begin_cancellation", args, begunCancellationSchema);
}

/**
 * Notes what became of an attempt; `failure` null: the refund was made. A failed attempt lets the same request try
 * again under the next number. Told twice, it changes nothing. Of a refund above REFUND_ALERT_CENTS the owners are told.
 */
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
    p_alert_cents: env().REFUND_ALERT_CENTS,
  });
}

/** Puts off a refund of which could not be found out whether it was made: the job asks again later and later, hourly at last. */
export async function postponeRefund(requestId: string): Promise<void> {
  await run(serviceClient(), "postpone_refund", { p_request_id: requestId });
}
