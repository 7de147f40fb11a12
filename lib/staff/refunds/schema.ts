import * as z from "zod/mini";
import { formatCents, formatPrice } from "@/lib/base/money";
import { uuidSchema } from "@/lib/base/uuid";

export const refundMessages = {
  amount: "Enter an amount from $0.01 to $999,999.99.",
  reason: "Enter a reason.",
  secondFactor: (limitCents: number) =>
    `Refunds above ${formatPrice(limitCents)} a day need a code from your authenticator app. Enter it and try again, or ask an owner.`,
  tooMuch: (leftCents: number) => `You can refund up to ${formatCents(leftCents)}.`,
} as const;

/** The maximum amount of one refund, in cents. */
export const MAX_REFUND_CENTS = 99_999_999;

/**
 * Parses a typed dollar amount ("12", "12.5", "$1,200.00") into cents. Null if it isn't an amount, is zero, has
 * fractions of a cent, or is $1,000,000 or more.
 */
export function centsOf(text: string): number | null {
  const match = /^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const dollars = Number((match[1] ?? "").replaceAll(",", ""));
  const cents = dollars * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return cents > 0 && cents <= MAX_REFUND_CENTS ? cents : null;
}

/**
 * The body of a refund: the amount in cents, the refunded sum shown in the form (refused if it has grown since), and
 * an ID that stays the same across retries. With `adjustment_id`, refunds the payment of that question.
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
export type RefundBody = z.infer<typeof refundSchema>;

/** A row of refund_requests. `attempt` counts the calls to Stripe. `failure` is why the last one failed. */
export const refundRequestRowSchema = z.object({
  id: z.string(),
  order_id: z.string(),
  /** The question whose payment is refunded. Null for the order's own payment. */
  adjustment_id: z.nullable(z.string()),
  amount_cents: z.number(),
  reason: z.string(),
  status: z.enum(["started", "done", "failed"]),
  attempt: z.number(),
  failure: z.nullable(z.string()),
  created_at: z.string(),
});
export type RefundRequestRow = z.infer<typeof refundRequestRowSchema>;

export const refundRequestSchema = z.extend(refundRequestRowSchema, {
  requested_by_email: z.nullable(z.string()),
});
export type RefundRequest = z.infer<typeof refundRequestSchema>;
