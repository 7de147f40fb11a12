import "server-only";
import * as z from "zod/mini";
import { type PackageRow, packageRowSchema } from "@/lib/staff/desk/receiving-desk";
import type { CheckIn, UnmatchedPackage } from "@/lib/staff/desk/schema";
import { writeAsStaff } from "@/lib/staff/mutations";
import { conflictSchema, staffOrderSchema } from "@/lib/staff/staff-order";

/**
 * Reads what staff_record_arrival answers. A test holds the words of all answers here against what the SQL can write.
 */
export const arrivalSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("arrived"), act_id: z.string(), order: staffOrderSchema }),
  z.object({ outcome: z.literal("already_arrived"), order: staffOrderSchema }),
  z.object({ outcome: z.literal("not_found"), order: z.null() }),
]);
/** What came of noting an arrival, with the order as it is now. */
export type ArrivalResult = z.infer<typeof arrivalSchema>;

/** Records that the package of an order is in the building, not yet opened. Told twice, it changes nothing. */
export async function recordArrival(actor: string, orderId: string): Promise<ArrivalResult> {
  return writeAsStaff("staff_record_arrival", { p_actor: actor, p_order_id: orderId }, arrivalSchema);
}

/** Reads what staff_check_in answers. already_received: counted before, and the body did not say to count again. */
export const checkInResultSchema = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.enum(["received", "recounted"]),
    /** Takes it back. */
    act_id: z.string(),
    /** Another number was counted than was paid for. */
    is_mismatch: z.boolean(),
    order: staffOrderSchema,
  }),
  z.object({ outcome: z.literal("already_received"), order: staffOrderSchema }),
  conflictSchema,
  z.object({ outcome: z.literal("not_found") }),
]);
/** What came of a check-in, with the order as it is now and on a conflict what others did meanwhile. */
export type CheckInResult = z.infer<typeof checkInResultSchema>;

/**
 * Records what was counted in an opened package, which implies its arrival. Sets fulfillment to grading and the
 * submission to received where those are behind, and writes the customer a receipt, which waits for ten minutes. A batch received before is counted
 * again only when the body says so; an order that somebody saved since the body's version answers `conflict`.
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

/** Keeps a package whose batch is not known and answers its row; matchPackage ties it to a batch later. */
export async function addPackage(actor: string, body: UnmatchedPackage): Promise<PackageRow> {
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

/** Reads what staff_match_package answers. */
export const matchSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("matched"), act_id: z.string(), order: staffOrderSchema }),
  z.object({ outcome: z.enum(["already_matched", "not_found", "order_not_found"]) }),
]);
/** What came of tying a package to a batch. */
export type MatchResult = z.infer<typeof matchSchema>;

/**
 * Notes which batch a package was; the batch has then arrived when the package did, and lies on its shelf. A package is
 * matched once, unless that is taken back.
 */
export async function matchPackage(actor: string, packageId: string, orderId: string): Promise<MatchResult> {
  const args = { p_actor: actor, p_package_id: packageId, p_order_id: orderId };
  return writeAsStaff("staff_match_package", args, matchSchema);
}
