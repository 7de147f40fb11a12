import * as z from "zod/mini";
import { refundMessages } from "@/lib/staff/refunds/refund-amount";

/** Body of a refund: cents, what the person saw as refunded so far, and an id that stays the same over retries. */
export const refundSchema = z.object({
  request_id: z.uuid(),
  amount_cents: z
    .number(refundMessages.amount)
    .check(z.int(refundMessages.amount), z.gte(1, refundMessages.amount), z.lte(99_999_999)),
  refunded_cents: z.number().check(z.int(), z.gte(0)),
  reason: z
    .string(refundMessages.reason)
    .check(z.trim(), z.minLength(1, refundMessages.reason), z.maxLength(500)),
});
export type RefundBody = z.infer<typeof refundSchema>;

/** A row of refund_requests: a refund that staff started. */
export const refundRequestRowSchema = z.object({
  id: z.string(),
  order_id: z.string(),
  amount_cents: z.number(),
  reason: z.string(),
  status: z.enum(["started", "done", "failed"]),
  attempt: z.number(),
  failure: z.nullable(z.string()),
  created_at: z.string(),
});

/** A refund that staff started, and who did. */
export const refundRequestSchema = z.extend(refundRequestRowSchema, {
  requested_by_email: z.nullable(z.string()),
});
export type RefundRequest = z.infer<typeof refundRequestSchema>;
