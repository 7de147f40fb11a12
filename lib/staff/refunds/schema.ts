import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { MAX_REFUND_CENTS, refundMessages } from "@/lib/staff/refunds/refund-amount";

/**
 * Reads the body of a refund: the amount in cents, what the person saw as refunded so far (cents; more by now is
 * refused), and an id that the form keeps over retries, so that the same press never refunds twice. With `adjustment_id`
 * it is of the own payment of that proposal about the order.
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
/** A refund that staff want to make. */
export type RefundBody = z.infer<typeof refundSchema>;

/**
 * Reads a row of refund_requests: a refund that staff started. `attempt` counts the calls to the payment service;
 * `failure` is why the last one failed.
 */
export const refundRequestRowSchema = z.object({
  id: z.string(),
  order_id: z.string(),
  /** The proposal whose own payment it is of; null: the order's. */
  adjustment_id: z.nullable(z.string()),
  amount_cents: z.number(),
  reason: z.string(),
  status: z.enum(["started", "done", "failed"]),
  attempt: z.number(),
  failure: z.nullable(z.string()),
  created_at: z.string(),
});

/** Reads a refund that staff started, with the address of who did. */
export const refundRequestSchema = z.extend(refundRequestRowSchema, {
  requested_by_email: z.nullable(z.string()),
});
/** A refund as the order's page shows it. */
export type RefundRequest = z.infer<typeof refundRequestSchema>;
