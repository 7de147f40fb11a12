import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { orderEventTypeSchema } from "@/lib/orders/order";

const nullableText = z.nullable(z.string());

/** Lists what the log keeps besides the events of orders. SQL has the same list; a test compares them. */
export const LOG_KINDS = [
  "package_added",
  "package_changed",
  "package_deleted",
  "group_opened",
  "group_discarded",
  "group_closed",
  "group_stepped",
  "group_undone",
  "exception_resolved",
  "mail_retried",
  "event_retried",
  "exported",
  "staff_added",
  "role_changed",
  "staff_removed",
] as const;

const shared = {
  id: z.number(),
  at: z.string(),
  /** Null: a script of the house; the address of an account that is gone is null, too. */
  actor_id: nullableText,
  actor_email: nullableText,
};
const facts = z.nullable(z.record(z.string(), z.unknown()));

const orderRowSchema = z.object({
  ...shared,
  type: orderEventTypeSchema,
  order_id: z.string(),
  batch_id: nullableText,
  from_value: nullableText,
  to_value: nullableText,
  message: nullableText,
  data: z.nullable(z.object({ corrected: z.optional(z.boolean()) })),
});

const logRowSchema = z.object({
  ...shared,
  type: z.enum(LOG_KINDS),
  order_id: z.null(),
  /** What it was done to: a package, a group, the number of an email or delivery, which file, the address of a member of staff. */
  about: nullableText,
  before: facts,
  after: facts,
});
/** A line about no order. */
export type LogRow = z.infer<typeof logRowSchema>;

/** Reads a line of what staff did: an order's event, or a line about no order. */
export const activityRowSchema = z.union([orderRowSchema, logRowSchema]);
/** A line of what staff did. */
export type ActivityRow = z.infer<typeof activityRowSchema>;

/** Reads the last row of a page. */
export const activityCursorSchema = z.object({ at: z.string(), id: z.number() });

/** Reads a page of what staff did. */
export const activityPageSchema = z.object({
  staff_role: staffRoleSchema,
  /** Newest first. */
  rows: z.array(activityRowSchema),
  next_cursor: z.nullable(activityCursorSchema),
  /** Staff, by address. */
  people: z.array(z.object({ user_id: z.string(), email: z.string() })),
});
/** A page of what staff did; the cursor is null on the last one. */
export type ActivityPage = z.infer<typeof activityPageSchema>;
