import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { exceptionReasonSchema, paymentStatusSchema, reviewReasonSchema } from "@/lib/orders/order";
import { text } from "@/lib/staff/schema";

/** Reads the body of POST /api/admin/exceptions/resolve. */
export const resolveExceptionSchema = z.object({
  exception_id: z.number().check(z.int(), z.gte(1)),
  resolution: text(2000).check(z.trim(), z.minLength(1, "Enter what you did.")),
  /** The amount that came is taken for what the order asks. */
  accepts_amount: z.optional(z.boolean()),
});

/** Reads the body of POST /api/admin/mails/retry; null: all failed emails. */
export const retryMailSchema = z.object({ mail_id: z.nullable(z.number().check(z.int(), z.gte(1))) });

/** Reads the body of POST /api/admin/events/retry. */
export const retryEventSchema = z.object({ event_id: z.string().check(z.minLength(1), z.maxLength(300)) });

const reconcileItemSchema = z.object({
  at: z.string(),
  order_id: z.nullable(z.string()),
  batch_id: z.nullable(z.string()),
  /** Why it is an exception, or why its order is to be looked at. */
  reason: z.nullish(z.union([exceptionReasonSchema, reviewReasonSchema])),
  stripe_session_id: z.nullish(z.string()),
  exception_id: z.optional(z.number()),
  mail_id: z.optional(z.number()),
  event_id: z.optional(z.string()),
  package_id: z.optional(z.string()),
  kind: z.optional(z.string()),
  last_error: z.nullish(z.string()),
  attempts: z.optional(z.number()),
  /** Our side: dollars, and the version for a change. */
  here: z.nullish(
    z.object({
      payment_status: paymentStatusSchema,
      grading_fee: z.number(),
      total_paid: z.nullable(z.number()),
      refunded_cents: z.number(),
      version: z.optional(z.number()),
      /** Of an exception: false for an order that has no payment of the payment service. */
      is_by_card: z.optional(z.boolean()),
    }),
  ),
  /** The payment service's side as it was noted: amount_cents, currency, payment_intent_id, … */
  there: z.optional(z.record(z.string(), z.unknown())),
});
/** A difference: when it came up, what it is about, and what each side says. */
export type ReconcileItem = z.infer<typeof reconcileItemSchema>;

const reconcileListSchema = z.object({ items: z.array(reconcileItemSchema), is_more: z.boolean() });

const monthBalanceSchema = z.object({
  /** Its first day. */
  month: z.string(),
  paid: z.number(),
  refunded: z.number(),
  received: z.number(),
  awaiting: z.number(),
  /** Those that did not come, and were settled otherwise than by money. */
  settled: z.number(),
  /** The rest: miscounted cards that staff still have to resolve. */
  differs: z.number(),
});
/** Where the cards are that were paid for in a month (UTC), in cards. */
export type MonthBalance = z.infer<typeof monthBalanceSchema>;

/**
 * Reads the lists of what does not agree between our books and the shelves, and the payment service's, and of what was
 * left undone.
 */
export const reconciliationSchema = z.object({
  staff_role: staffRoleSchema,
  /** What came up before has stood longer than it may. */
  tolerated_since: z.string(),
  /**
   * Up to then the payment service was asked what it has, of 30 days at most. What could not be recorded for three days is passed
   * over, and staff were notified. Null: not checked yet.
   */
  asked_until: z.nullable(z.string()),
  balance: monthBalanceSchema,
  never_received: reconcileListSchema,
  unmatched: reconcileListSchema,
  paid_there: reconcileListSchema,
  paid_here: reconcileListSchema,
  amounts_differ: reconcileListSchema,
  open_too_long: reconcileListSchema,
  emails_failed: reconcileListSchema,
  refunds_stuck: reconcileListSchema,
  shorts_stuck: reconcileListSchema,
  events_failed: reconcileListSchema,
});
/** The page of reconciliation; `is_more`: the list goes on beyond what was read. */
export type Reconciliation = z.infer<typeof reconciliationSchema>;
