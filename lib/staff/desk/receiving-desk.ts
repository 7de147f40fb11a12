import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { paymentStatusSchema, returnAddressSchema } from "@/lib/orders/order";
import { CARRIERS } from "@/lib/orders/shipping/tracking-number";
import { staffActionSchema } from "@/lib/staff/staff-action";
import { boundedCountSchema, SET_ASIDE_REASONS, staffOrderSchema } from "@/lib/staff/staff-order";

const nullableText = z.nullable(z.string());

/** Reads the order whose package came, or comes, under a carrier's number. */
const inboundElsewhereSchema = z.object({
  id: z.string(),
  batch_id: nullableText,
  is_same_owner: z.boolean(),
});

/** Reads a row of packages: what came without a batch that we know. Times are ISO texts. */
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
  /** A correction of an older one than the stored is a conflict. */
  version: z.number(),
  /** Who changed it last, and when; null: nobody since it came. */
  changed_at: nullableText,
  changed_by_email: nullableText,
  /** Which order has its number: the package is likely that one's. */
  inbound_elsewhere: z.nullable(inboundElsewhereSchema),
});
/** A package that came without a known batch; `order_id` once it was matched. */
export type PackageRow = z.infer<typeof packageRowSchema>;

/** Reads why a package is set aside, since when, and what the customer was asked last. Times are ISO texts. */
export const setAsideSchema = z.object({
  reason: z.enum(SET_ASIDE_REASONS),
  note: nullableText,
  set_aside_at: z.string(),
  set_aside_by: nullableText,
  asked_note: nullableText,
  asked_at: nullableText,
  asked_by: nullableText,
});

/** Reads an order as the desk gets it. */
export const deskOrderSchema = z.extend(staffOrderSchema, {
  return_address: z.nullable(returnAddressSchema),
  received_by: nullableText,
  /** Cards in each box that was counted while others were to come. */
  box_counts: z.array(z.number()),
  /** Those that were paid for, less those whose money went back. */
  cards_expected: z.number(),
  set_aside: z.nullable(setAsideSchema),
  /** Which other order has the number of its package, too. */
  inbound_elsewhere: z.nullable(inboundElsewhereSchema),
});
/** An order whose package is at the desk. */
export type DeskOrder = z.infer<typeof deskOrderSchema>;

/** Reads a line of the list of what is set aside. */
export const setAsideRowSchema = z.extend(setAsideSchema, {
  order_id: z.string(),
  batch_id: nullableText,
  customer_name: nullableText,
  email: nullableText,
  /** As it is now: what is paid by now can be opened. */
  payment_status: paymentStatusSchema,
  shelf_location: nullableText,
});
/** A package that must not be opened yet. */
export type SetAsideRow = z.infer<typeof setAsideRowSchema>;

/** Reads what the receiving desk shows. */
export const receivingDeskSchema = z.object({
  staff_role: staffRoleSchema,
  /** How many orders are to be checked in, and how many are here and not counted; null where a code is looked up. */
  awaited: z.nullable(boundedCountSchema),
  /** Those that the code names: none, one, and several only for imported orders without a batch id. */
  orders: z.array(deskOrderSchema),
  /** Without a batch, oldest first, up to 50. */
  packages: z.array(packageRowSchema),
  /** Behind which the next page of packages begins; null: there are no more. */
  next_package: nullableText,
  /** Not to be opened yet, oldest first, up to 50. */
  set_asides: z.array(setAsideRowSchema),
  /** As next_package; the id of an order. */
  next_set_aside: nullableText,
  /** What was done at the desk in the last ten minutes, newest first. */
  actions: z.array(staffActionSchema),
});
/** The desk in one answer: who works at it, what the code names, what waits, what nobody could place yet. */
export type ReceivingDesk = z.infer<typeof receivingDeskSchema>;

/** Returns what identifies a package without a batch: "from Jane", its tracking number, or "from an unknown sender". */
export function packageName({
  sender,
  tracking_number: number,
}: Pick<PackageRow, "sender" | "tracking_number">): string {
  return sender ? `from ${sender}` : (number ?? "from an unknown sender");
}
