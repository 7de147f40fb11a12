import "server-only";
import * as z from "zod/mini";
import { addOutcomeSchema, namedOrderSchema } from "@/lib/staff/groups/add-outcome";
import { type GraderGroup, graderGroupSchema } from "@/lib/staff/groups/grader-group";
import type { AddToGroup, CloseGroup, StepGroup } from "@/lib/staff/groups/schema";
import { writeAsStaff } from "@/lib/staff/mutations";

const group = graderGroupSchema;
const results = z.array(addOutcomeSchema);

/** Begins a group for a grading company; answers it, open and empty. */
export async function openGroup(actor: string, grader: string): Promise<GraderGroup> {
  const args = { p_actor: actor, p_grader: grader };
  return (await writeAsStaff("staff_open_group", args, z.object({ group }))).group;
}

/** Reads what staff_discard_group answers. A test holds the words of all answers here against what the SQL can write. */
export const discardedSchema = z.object({ outcome: z.enum(["discarded", "not_empty", "not_found"]) });

/** Deletes a group that is open and has no batch. */
export async function discardGroup(
  actor: string,
  groupId: number,
): Promise<z.infer<typeof discardedSchema>["outcome"]> {
  const args = { p_actor: actor, p_group_id: groupId };
  return (await writeAsStaff("staff_discard_group", args, discardedSchema)).outcome;
}

/** Reads what staff_add_to_group answers. */
export const addedToGroupSchema = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("looked_at"),
    /** One for each batch. */
    results,
    /** Takes it back; null where nothing was put in. */
    act_id: z.nullable(z.string()),
    group,
  }),
  z.object({ outcome: z.literal("ambiguous_code"), orders: z.array(namedOrderSchema) }),
  z.object({ outcome: z.enum(["not_found", "not_open", "unknown_code"]) }),
]);
/** What came of putting batches into a group. */
export type AddedToGroup = z.infer<typeof addedToGroupSchema>;

/**
 * Puts the batch that a code names, or those that were picked, into an open group; one that is refused stops no other. A
 * batch whose count differs goes in only with a reason, which is kept on its order.
 */
export async function addToGroup(actor: string, groupId: number, body: AddToGroup): Promise<AddedToGroup> {
  const args = {
    p_actor: actor,
    p_group_id: groupId,
    p_code: body.code ?? null,
    p_order_ids: body.order_ids ?? null,
    p_reason: body.reason ?? null,
  };
  return writeAsStaff("staff_add_to_group", args, addedToGroupSchema);
}

/** Reads what staff_take_from_group answers. */
export const takenSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("taken_out"), act_id: z.string(), group }),
  z.object({ outcome: z.enum(["not_here", "too_late", "not_found"]) }),
]);
/** What came of taking a batch out of a group. */
export type Taken = z.infer<typeof takenSchema>;

/** Takes a batch out of a group; the grader's number goes from it, and if the group has left, it is here again. */
export async function takeFromGroup(actor: string, groupId: number, orderId: string): Promise<Taken> {
  const args = { p_actor: actor, p_group_id: groupId, p_order_id: orderId };
  return writeAsStaff("staff_take_from_group", args, takenSchema);
}

const refused = z.object({ outcome: z.literal("refused"), group, results });
const cardsDiffer = z.object({ outcome: z.literal("cards_differ"), group, expected: z.number() });

/** Reads what staff_close_group answers. */
export const closedSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("closed"), act_id: z.string(), group }),
  z.object({ outcome: z.enum(["conflict", "not_open", "empty"]), group }),
  refused,
  cardsDiffer,
  z.object({ outcome: z.literal("not_found") }),
]);
/** What came of closing a group. */
export type Closed = z.infer<typeof closedSchema>;

/**
 * Closes a group under the grader's number, which every batch of it gets. Nothing is done when somebody has changed the group
 * since `version`, when a batch cannot go any more, and (asked once) when other cards were declared than counted.
 */
export async function closeGroup(actor: string, groupId: number, body: CloseGroup): Promise<Closed> {
  const args = {
    p_actor: actor,
    p_group_id: groupId,
    p_version: body.version,
    p_number: body.number,
    p_cards: body.cards,
    p_accepts_difference: body.accepts_difference ?? false,
  };
  return writeAsStaff("staff_close_group", args, closedSchema);
}

/** Reads what staff_step_group answers. */
export const steppedSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("stepped"), act_id: z.string(), group }),
  z.object({ outcome: z.enum(["conflict", "not_ahead"]), group }),
  refused,
  cardsDiffer,
  z.object({ outcome: z.literal("not_found") }),
]);
/** What came of a step of a group. */
export type Stepped = z.infer<typeof steppedSchema>;

/**
 * Takes a closed group and every batch of it that is behind a step further; a batch that somebody has moved on by hand stays
 * there. Nothing is done on a conflict, when a batch must not leave, and (asked once) when other cards came back than were declared.
 */
export async function stepGroup(actor: string, groupId: number, body: StepGroup): Promise<Stepped> {
  const args = {
    p_actor: actor,
    p_group_id: groupId,
    p_version: body.version,
    p_step: body.step,
    p_cards: body.cards ?? null,
    p_accepts_difference: body.accepts_difference ?? false,
    p_is_quiet: body.is_quiet ?? false,
  };
  return writeAsStaff("staff_step_group", args, steppedSchema);
}
