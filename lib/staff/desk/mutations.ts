import "server-only";
import * as z from "zod/mini";
import { type PackageRow, packageRowSchema } from "@/lib/staff/desk/receiving-desk";
import type { CheckIn, UnmatchedPackage } from "@/lib/staff/desk/schema";
import { writeAsStaff } from "@/lib/staff/mutations";
import { conflictSchema, staffOrderSchema } from "@/lib/staff/staff-order";

export const arrivalSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["arrived", "already_arrived"]), order: staffOrderSchema }),
  z.object({ outcome: z.literal("not_found"), order: z.null() }),
]);
export type ArrivalResult = z.infer<typeof arrivalSchema>;

/** Records that the package is in the building, not yet opened. */
export async function recordArrival(actor: string, orderId: string): Promise<ArrivalResult> {
  return writeAsStaff("staff_record_arrival", { p_actor: actor, p_order_id: orderId }, arrivalSchema);
}

export const checkInResultSchema = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.enum(["received", "recounted"]),
    /** Another number was counted than was paid for. */
    is_mismatch: z.boolean(),
    order: staffOrderSchema,
  }),
  z.object({ outcome: z.literal("already_received"), order: staffOrderSchema }),
  conflictSchema,
  z.object({ outcome: z.literal("not_found") }),
]);
export type CheckInResult = z.infer<typeof checkInResultSchema>;

/**
 * Records what was counted in an opened package. A batch received before is counted again only when the body says so.
 */
export async function checkIn(actor: string, orderId: string, body: CheckIn): Promise<CheckInResult> {
  const args = {
    p_actor: actor,
    p_order_id: orderId,
    p_version: body.version,
    p_count: body.count,
    p_condition: body.condition,
    p_shelf: body.shelf ?? null,
    p_is_recount: body.is_recount ?? false,
  };
  return writeAsStaff("staff_check_in", args, checkInResultSchema);
}

/** Keeps a package whose batch is not known. */
export async function createPackage(actor: string, body: UnmatchedPackage): Promise<PackageRow> {
  const args = {
    p_actor: actor,
    p_carrier: body.carrier ?? null,
    p_tracking_number: body.tracking_number ?? null,
    p_sender: body.sender ?? null,
    p_notes: body.notes ?? null,
    p_shelf: body.shelf ?? null,
  };
  return (await writeAsStaff("staff_add_package", args, z.object({ package: packageRowSchema }))).package;
}

export const matchSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("matched"), order: staffOrderSchema }),
  z.object({ outcome: z.enum(["already_matched", "not_found", "order_not_found"]) }),
]);
export type MatchResult = z.infer<typeof matchSchema>;

/** Notes which batch a package was; the batch has then arrived when the package did. */
export async function matchPackage(actor: string, packageId: string, orderId: string): Promise<MatchResult> {
  const args = { p_actor: actor, p_package_id: packageId, p_order_id: orderId };
  return writeAsStaff("staff_match_package", args, matchSchema);
}
