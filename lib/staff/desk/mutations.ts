import "server-only";
import * as z from "zod/mini";
import { deskOrderSchema, type PackageRow, packageRowSchema } from "@/lib/staff/desk/receiving-desk";
import type {
  CheckIn,
  DeclinedCancellation,
  PackageCorrection,
  SetAsideChange,
  UnmatchedPackage,
} from "@/lib/staff/desk/schema";
import { writeAsStaff } from "@/lib/staff/mutations";
import { conflictSchema } from "@/lib/staff/staff-order";

const order = deskOrderSchema;

/**
 * Reads what staff_record_arrival answers. A test holds the words of all answers here against what the SQL can write.
 */
export const arrivalSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("arrived"), act_id: z.string(), order }),
  z.object({ outcome: z.literal("already_arrived"), order }),
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
    order,
  }),
  z.object({ outcome: z.enum(["already_received", "cancel_asked"]), order }),
  z.extend(conflictSchema, { order }),
  /** More than 9,999 cards with those of the boxes before. */
  z.object({ outcome: z.enum(["too_many", "not_found"]) }),
]);
/** What came of a check-in, with the order as it is now and on a conflict what others did meanwhile. */
export type CheckInResult = z.infer<typeof checkInResultSchema>;

/**
 * Records what was counted in an opened package, which implies its arrival, and adds the boxes that were counted before.
 * Sets fulfillment to grading and the submission to received where those are behind, and writes the customer a receipt,
 * which waits for ten minutes. A batch received before is counted again only when the body says so; an order that
 * somebody saved since the body's version answers `conflict`.
 */
export async function checkIn(actor: string, orderId: string, body: CheckIn): Promise<CheckInResult> {
  const args = { ...countArgs(actor, orderId, body), p_is_recount: body.is_recount ?? false };
  return writeAsStaff("staff_check_in", args, checkInResultSchema);
}

/** Reads what staff_count_box answers. */
export const boxResultSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("box_counted"), act_id: z.string(), order }),
  z.object({ outcome: z.enum(["already_received", "cancel_asked"]), order }),
  z.extend(conflictSchema, { order }),
  z.object({ outcome: z.enum(["too_many", "not_found"]) }),
]);
/** What came of counting one box of several. */
export type BoxResult = z.infer<typeof boxResultSchema>;

/**
 * Records what was counted in one box while others are to come. The customer is told nothing yet but that it arrived;
 * checkIn ends it with the last box.
 */
export async function countBox(actor: string, orderId: string, body: CheckIn): Promise<BoxResult> {
  return writeAsStaff("staff_count_box", countArgs(actor, orderId, body), boxResultSchema);
}

function countArgs(actor: string, orderId: string, body: CheckIn) {
  return {
    p_actor: actor,
    p_order_id: orderId,
    p_version: body.version,
    p_count: body.count,
    p_condition: body.condition,
    p_shelf: body.shelf ?? null,
    p_inbound_tracking: body.inbound_tracking ?? null,
  };
}

/** Reads what staff_decline_cancellation answers. */
export const declinedCancellationSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("declined"), act_id: z.string(), order }),
  z.extend(conflictSchema, { order }),
  z.object({ outcome: z.enum(["not_asked", "under_way", "not_found"]) }),
]);

/** Lets a batch go on although its customer asked to cancel it, and tells them. */
export async function declineCancellation(actor: string, orderId: string, body: DeclinedCancellation) {
  const args = {
    p_actor: actor,
    p_order_id: orderId,
    p_version: body.version,
    p_words: body.words ?? null,
  };
  return writeAsStaff("staff_decline_cancellation", args, declinedCancellationSchema);
}

/** Reads what staff_set_aside answers. */
export const setAsideResultSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("set_aside"), act_id: z.string(), order }),
  z.object({ outcome: z.literal("already_set_aside"), order }),
  z.object({ outcome: z.literal("not_found"), order: z.null() }),
]);
/** What came of setting a package aside. */
export type SetAsideResult = z.infer<typeof setAsideResultSchema>;

type PutAside = Extract<SetAsideChange, { action: "set_aside" }>;

/** Records that the package of an order is here and is not to be opened yet; why, the order itself says. */
export async function setAside(actor: string, orderId: string, body: PutAside): Promise<SetAsideResult> {
  const args = {
    p_actor: actor,
    p_order_id: orderId,
    p_note: body.note ?? null,
    p_shelf: body.shelf ?? null,
    p_inbound_tracking: body.inbound_tracking ?? null,
  };
  return writeAsStaff("staff_set_aside", args, setAsideResultSchema);
}

/** Reads what staff_note_set_aside answers. */
export const notedSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("noted"), act_id: z.string() }),
  z.object({ outcome: z.literal("not_set_aside") }),
]);

/** Notes who was asked what about a package that is set aside; null when it is not, or no more. Answers the act. */
export async function noteSetAside(actor: string, orderId: string, note: string): Promise<string | null> {
  const args = { p_actor: actor, p_order_id: orderId, p_note: note };
  const result = await writeAsStaff("staff_note_set_aside", args, notedSchema);
  return result.outcome === "noted" ? result.act_id : null;
}

/** Reads what staff_end_set_aside answers. */
export const endedSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("ended"), act_id: z.string() }),
  z.object({ outcome: z.literal("not_set_aside") }),
]);

/** Takes a package off the list of what is set aside, unopened; null when it is not on it. Answers the act. */
export async function endSetAside(
  actor: string,
  orderId: string,
  note: string | null,
): Promise<string | null> {
  const args = { p_actor: actor, p_order_id: orderId, p_note: note };
  const result = await writeAsStaff("staff_end_set_aside", args, endedSchema);
  return result.outcome === "ended" ? result.act_id : null;
}

/** Keeps a package whose batch is not known and answers its row; matchPackage ties it to a batch later. */
export async function addPackage(actor: string, body: UnmatchedPackage): Promise<PackageRow> {
  const args = { p_actor: actor, ...packageArgs(body) };
  return (await writeAsStaff("staff_add_package", args, z.object({ package: packageRowSchema }))).package;
}

function packageArgs(body: UnmatchedPackage) {
  return {
    p_carrier: body.carrier ?? null,
    p_tracking_number: body.tracking_number ?? null,
    p_sender: body.sender ?? null,
    p_notes: body.notes ?? null,
    p_shelf: body.shelf ?? null,
  };
}

const conflict = z.object({
  outcome: z.literal("conflict"),
  /** As it is now. */
  package: packageRowSchema,
});

/** Reads what staff_change_package answers. */
export const changedPackageSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["changed", "unchanged", "already_matched", "not_found"]) }),
  conflict,
]);
/** What came of correcting a package. */
export type ChangedPackage = z.infer<typeof changedPackageSchema>;

/** Corrects all that was noted of a package without a batch. Saves nothing when someone else changed it first (conflict). */
export async function changePackage(
  actor: string,
  packageId: string,
  body: PackageCorrection,
): Promise<ChangedPackage> {
  const args = { p_actor: actor, p_package_id: packageId, p_version: body.version, ...packageArgs(body) };
  return writeAsStaff("staff_change_package", args, changedPackageSchema);
}

/** Reads what staff_delete_package answers. */
export const deletedPackageSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["deleted", "already_matched", "not_found"]) }),
  conflict,
]);
/** What came of deleting a package. */
export type DeletedPackage = z.infer<typeof deletedPackageSchema>;

/** Deletes a package that was noted by mistake. */
export async function deletePackage(
  actor: string,
  packageId: string,
  version: number,
): Promise<DeletedPackage> {
  const args = { p_actor: actor, p_package_id: packageId, p_version: version };
  return writeAsStaff("staff_delete_package", args, deletedPackageSchema);
}

/** Reads what staff_match_package answers. */
export const matchSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("matched"), act_id: z.string(), order }),
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
