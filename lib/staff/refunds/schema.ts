import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { MAX_REFUND_CENTS, refundMessages } from "@/lib/staff/refunds/refund-amount";

/**
 * The body of a refund: the amount in cents, the refunded sum that the form showed (refused if it is higher by now), and an id that the
 * form keeps over retries. With `adjustment_id` it refunds the payment of that question.
 */
export const refundSchema = z.object({
  request_id: z.uuid(),
  adjustment_id: z.optional(uuidSchema),
  amount_cents: z
    .number(refundMessages.amount)
    .check(
      z.int(refundMessages.amount),
      z.gte(1, refundMessages.amount),
      z.lte(MAX_REFUND_CENTS, refundMessages.amount),
    ),
  refunded_cents: z.number().check(z.int(), z.gte(0), z.lte(MAX_REFUND_CENTS)),
  reason: z
    .string(refundMessages.reason)
    .check(z.trim(), z.minLength(1, refundMessages.reason), z.maxLength(500)),
});
/** A refund by staff. */
export type RefundBody = z.infer<typeof refundSchema>;

/** A row of refund_requests. `attempt` counts the calls to Stripe; `failure` is why the last one failed. */
export const refundRequestRowSchema = z.object({
  id: z.string(),
  order_id: z.string(),
  /** The question whose payment it refunds; null: the order's. */
  adjustment_id: z.nullable(z.string()),
  amount_cents: z.number(),
  reason: z.string(),
  status: z.enum(["started", "done", "failed"]),
  attempt: z.number(),
  failure: z.nullable(z.string()),
  created_at: z.string(),
});
export type RefundRequestRow = z.infer<typeof refundRequestRowSchema>;

/** A refund with the email of who started it. */
export const refundRequestSchema = z.extend(refundRequestRowSchema, {
  requested_by_email: z.nullable(z.string()),
});
/** A refund as the order's page shows it. */
export type RefundRequest = z.infer<typeof refundRequestSchema>;
