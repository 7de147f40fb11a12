import "server-only";
import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { exceptionReasonSchema, paymentStatusSchema, reviewReasonSchema } from "@/lib/orders/order";
import { readAsStaff } from "@/lib/staff/data";
import { writeAsStaff } from "@/lib/staff/mutations";
import { textSchema } from "@/lib/staff/schema";

const reconcileItemSchema = z.object({
  at: z.string(),
  order_id: z.nullable(z.string()),
  batch_id: z.nullable(z.string()),
  /** Why the item is an exception, or why its order needs review. */
  reason: z.nullish(z.union([exceptionReasonSchema, reviewReasonSchema])),
  stripe_session_id: z.nullish(z.string()),
  exception_id: z.optional(z.number()),
  mail_id: z.optional(z.number()),
  event_id: z.optional(z.string()),
  package_id: z.optional(z.string()),
  kind: z.optional(z.string()),
  last_error: z.nullish(z.string()),
  /** Our records, in dollars. */
  here: z.nullish(
    z.object({
      payment_status: paymentStatusSchema,
      grading_fee: z.number(),
      total_paid: z.nullable(z.number()),
      refunded_cents: z.number(),
      /** For an exception, false if the order has no Stripe payment. */
      is_by_card: z.optional(z.boolean()),
    }),
  ),
  /** Stripe's data when the difference was found: amount_cents, currency, payment_intent_id, … */
  there: z.optional(z.record(z.string(), z.unknown())),
});
export type ReconcileItem = z.infer<typeof reconcileItemSchema>;

const listSchema = z.object({ items: z.array(reconcileItemSchema), is_more: z.boolean() });

const monthBalanceSchema = z.object({
  month: z.string(),
  paid: z.number(),
  refunded: z.number(),
  received: z.number(),
  awaiting: z.number(),
  /** Missing cards that were resolved without a refund or payment. */
  settled: z.number(),
  /** Unresolved miscounts. */
  differs: z.number(),
});
export type MonthBalance = z.infer<typeof monthBalanceSchema>;

const reconciliationSchema = z.object({
  staff_role: staffRoleSchema,
  /** Entries from before this time are overdue. */
  tolerated_since: z.string(),
  /**
   * The end of the period checked in Stripe, within the last 30 days. Anything that couldn't be recorded for three
   * days is skipped, and staff were notified. Null before the first check.
   */
  asked_until: z.nullable(z.string()),
  balance: monthBalanceSchema,
  never_received: listSchema,
  unmatched: listSchema,
  paid_there: listSchema,
  paid_here: listSchema,
  amounts_differ: listSchema,
  open_too_long: listSchema,
  emails_failed: listSchema,
  refunds_stuck: listSchema,
  shorts_stuck: listSchema,
  events_failed: listSchema,
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;

/** Returns differences between our records, the shelves and Stripe, up to 50 per list. */
export async function getReconciliation(accessToken: string): Promise<Reconciliation> {
  return readAsStaff(accessToken, "staff_reconciliation", {}, reconciliationSchema);
}

export const resolveExceptionSchema = z.object({
  exception_id: z.number().check(z.int(), z.gte(1)),
  resolution: textSchema(2000).check(z.trim(), z.minLength(1, "Enter what you did.")),
  /** Records the payment with the received amount. */
  accepts_amount: z.optional(z.boolean()),
});

/** The result of staff_resolve_exception. Contains the checkout session whose amount was accepted. */
export const resolvedSchema = z.object({
  outcome: z.literal("resolved"),
  accepted_session: z.nullable(z.string()),
});

/** Resolves a payment exception with a note on the order's timeline. Throws 404 or 409 if it can't be resolved this way. */
export async function resolveException(actor: string, body: z.infer<typeof resolveExceptionSchema>) {
  return writeAsStaff("staff_resolve_exception", { ...body, actor }, resolvedSchema);
}

/** The body of POST /api/admin/mails/retry. Null retries all failed emails. */
export const retryMailSchema = z.object({ mail_id: z.nullable(z.number().check(z.int(), z.gte(1))) });

export const retryEventSchema = z.object({ event_id: z.string().check(z.minLength(1), z.maxLength(300)) });

export const retriedSchema = z.object({ outcome: z.literal("queued") });

/** Queues a failed email for the next delivery, or all failed emails if `mailId` is null. */
export async function retryMail(actor: string, mailId: number | null) {
  return writeAsStaff("staff_retry_mail", { actor, mail_id: mailId }, retriedSchema);
}

/** Queues a dead-lettered Stripe event. The reconcile job processes it within a minute. */
export async function retryEvent(actor: string, eventId: string): Promise<z.infer<typeof retriedSchema>> {
  return writeAsStaff("staff_retry_event", { actor, event_id: eventId }, retriedSchema);
}
