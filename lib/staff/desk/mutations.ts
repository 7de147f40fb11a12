import "server-only";
import * as z from "zod/mini";
import { deskOrderSchema, packageRowSchema } from "@/lib/staff/desk/receiving-desk";
import type {
  CheckIn,
  DeclinedCancellation,
  SetAsideChange,
  UnmatchedPackage,
} from "@/lib/staff/desk/schema";
import { writeAsStaff } from "@/lib/staff/mutations";

const order = deskOrderSchema;

/** The result of staff_record_arrival. A test compares the outcomes here with those in the SQL. */
export const arrivalSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("arrived"), action_id: z.string(), order }),
  z.object({ outcome: z.literal("already_arrived"), order }),
]);

/** Records the arrival of an unopened package. Idempotent. */
export async function recordArrival(actor: string, orderId: string) {
  return writeAsStaff("staff_record_arrival", { actor, order_id: orderId }, arrivalSchema);
}

export const checkInResultSchema = z.object({
  outcome: z.enum(["received", "recounted", "box_counted"]),
  action_id: z.string(),
  /** The count differs from the paid cards. */
  is_mismatch: z.boolean(),
  order,
});

/**
 * Checks in an opened package: records its arrival and the count, including earlier boxes, and queues the receipt
 * email for ten minutes later. If more boxes are coming, the customer is only notified of the arrival. Throws
 * `AppError("order_changed" | "received_before" | "cancel_undecided")`.
 */
export async function checkIn(actor: string, orderId: string, body: CheckIn) {
  return writeAsStaff("staff_check_in", { ...body, actor, order_id: orderId }, checkInResultSchema);
}

export const declinedCancellationSchema = z.object({
  outcome: z.literal("declined"),
  action_id: z.string(),
  order,
});

export async function declineCancellation(actor: string, orderId: string, body: DeclinedCancellation) {
  const args = { ...body, actor, order_id: orderId };
  return writeAsStaff("staff_decline_cancellation", args, declinedCancellationSchema);
}

export const setAsideResultSchema = z.object({
  outcome: z.literal("set_aside"),
  action_id: z.string(),
  order,
});

type PutAside = Extract<SetAsideChange, { action: "set_aside" }>;

/** Sets a package aside unopened. The database derives the reason from the order. */
export async function setAside(actor: string, orderId: string, { action: _, ...body }: PutAside) {
  return writeAsStaff("staff_set_aside", { ...body, actor, order_id: orderId }, setAsideResultSchema);
}

export const updatedSetAsideSchema = z.object({ outcome: z.enum(["noted", "ended"]), action_id: z.string() });

/** Adds a note about a set-aside package, or removes the package from the list. */
export async function updateSetAside(
  actor: string,
  orderId: string,
  { action, note }: Exclude<SetAsideChange, PutAside>,
) {
  const args = { actor, order_id: orderId, note, is_ended: action === "end" };
  return writeAsStaff("staff_update_set_aside", args, updatedSetAsideSchema);
}

export const savedPackageSchema = z.object({
  outcome: z.enum(["added", "changed", "unchanged", "deleted"]),
  package: packageRowSchema,
});

/**
 * Adds a package without a batch if there is no `packageId`. Otherwise edits or deletes that package at the body's
 * version.
 */
export async function savePackage(
  actor: string,
  packageId: string | null,
  body: UnmatchedPackage & { version?: number; is_deleted?: boolean },
) {
  return writeAsStaff("staff_save_package", { ...body, actor, package_id: packageId }, savedPackageSchema);
}

export const matchSchema = z.object({ outcome: z.literal("matched"), action_id: z.string(), order });

/** Matches a package to a batch, which inherits its arrival time and shelf. */
export async function matchPackage(actor: string, packageId: string, orderId: string) {
  const args = { actor, package_id: packageId, order_id: orderId };
  return writeAsStaff("staff_match_package", args, matchSchema);
}
