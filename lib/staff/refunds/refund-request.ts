import * as z from "zod/mini";

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
