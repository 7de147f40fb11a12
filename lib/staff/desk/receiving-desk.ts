import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { withQuery } from "@/lib/base/paths";
import { type Query, queryKey } from "@/lib/base/query";
import { staffPaths } from "@/lib/base/staff-paths";
import { uuidSchema } from "@/lib/base/uuid";
import { nullableText, paymentStatusSchema, returnAddressSchema } from "@/lib/orders/order";
import { CARRIERS } from "@/lib/orders/tracking-number";
import { SET_ASIDE_REASONS, type SetAsideReason } from "@/lib/staff/desk/stop-reason";
import { staffActionSchema } from "@/lib/staff/staff-action";
import { boundedCountSchema, staffOrderSchema } from "@/lib/staff/staff-order";

/** Another order with the same inbound tracking number. */
const inboundElsewhereSchema = z.object({
  id: z.string(),
  batch_id: nullableText,
  is_same_owner: z.boolean(),
});

export const packageRowSchema = z.object({
  id: z.string(),
  carrier: z.nullable(z.enum(CARRIERS)),
  tracking_number: nullableText,
  sender: nullableText,
  notes: nullableText,
  shelf_location: nullableText,
  arrived_at: z.string(),
  arrived_by: nullableText,
  arrived_by_email: nullableText,
  order_id: nullableText,
  matched_at: nullableText,
  matched_by: nullableText,
  version: z.number(),
  /** Null until someone edits it. */
  changed_at: nullableText,
  changed_by_email: nullableText,
  inbound_elsewhere: z.nullable(inboundElsewhereSchema),
});
/** A package without a known batch. `order_id` is set once it is matched. */
export type PackageRow = z.infer<typeof packageRowSchema>;

/** Reads a set-aside package with the latest note about contacting the customer. Times are ISO strings. */
export const setAsideSchema = z.object({
  reason: z.enum(Object.keys(SET_ASIDE_REASONS) as SetAsideReason[]),
  note: nullableText,
  set_aside_at: z.string(),
  set_aside_by: nullableText,
  asked_note: nullableText,
  asked_at: nullableText,
  asked_by: nullableText,
});

export const deskOrderSchema = z.extend(staffOrderSchema, {
  return_address: z.nullable(returnAddressSchema),
  received_by: nullableText,
  /** Cards per box while more boxes are coming. */
  box_counts: z.array(z.number()),
  /** Paid cards minus refunded ones. */
  cards_expected: z.number(),
  set_aside: z.nullable(setAsideSchema),
  inbound_elsewhere: z.nullable(inboundElsewhereSchema),
});
export type DeskOrder = z.infer<typeof deskOrderSchema>;

export const setAsideRowSchema = z.extend(setAsideSchema, {
  order_id: z.string(),
  batch_id: nullableText,
  customer_name: nullableText,
  email: nullableText,
  /** The current status. The package can be opened once the order is paid. */
  payment_status: paymentStatusSchema,
  shelf_location: nullableText,
});
export type SetAsideRow = z.infer<typeof setAsideRowSchema>;

export const receivingDeskSchema = z.object({
  staff_role: staffRoleSchema,
  /** Number of orders to check in. Null for a lookup of a code. */
  awaited: z.nullable(boundedCountSchema),
  /** Orders that match the code. Only imported orders without a batch ID can share a code. */
  orders: z.array(deskOrderSchema),
  /** Oldest first, up to 50. */
  packages: z.array(packageRowSchema),
  next_package: nullableText,
  /** Oldest first, up to 50. */
  set_asides: z.array(setAsideRowSchema),
  next_set_aside: nullableText,
  /** Actions of the last ten minutes, newest first. */
  actions: z.array(staffActionSchema),
});
export type ReceivingDesk = z.infer<typeof receivingDeskSchema>;

/** Returns what identifies a package without a batch: "from Jane", its tracking number, or "from an unknown sender". */
export function packageName({
  sender,
  tracking_number: number,
}: Pick<PackageRow, "sender" | "tracking_number">): string {
  return sender ? `from ${sender}` : (number ?? "from an unknown sender");
}

const schema = z.object({ package: queryKey(uuidSchema), order: queryKey(uuidSchema) });

/** Cursors of the desk's two lists: the last package and the last set-aside order of the previous page. */
export type DeskCursor = z.infer<typeof schema>;

export function readDeskCursor(query: Query): DeskCursor {
  return z.parse(schema, { package: query.packages_after, order: query.asides_after });
}

export function deskHref(place: DeskCursor): string {
  return withQuery(staffPaths.receive, { packages_after: place.package, asides_after: place.order });
}
