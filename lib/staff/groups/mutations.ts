import "server-only";
import * as z from "zod/mini";
import { addOutcomeSchema } from "@/lib/staff/groups/add-outcome";
import { type GraderGroup, graderGroupSchema } from "@/lib/staff/groups/grader-group";
import type { AddToGroup, StepGroup } from "@/lib/staff/groups/schema";
import { writeAsStaff } from "@/lib/staff/mutations";

const group = graderGroupSchema;

/** Begins a group for a grading company; answers it, open and empty. */
export async function openGroup(actor: string, grader: string): Promise<GraderGroup> {
  const args = { p_actor: actor, p_grader: grader };
  return (await writeAsStaff("staff_open_group", args, z.object({ group }))).group;
}

/** What staff_discard_group returns. A test compares the outcomes here, and those thrown, with what the SQL writes. */
export const discardedSchema = z.object({ outcome: z.literal("discarded") });

/** Deletes a group that is open and has no batch. */
export async function discardGroup(actor: string, groupId: number) {
  return writeAsStaff("staff_discard_group", { p_actor: actor, p_group_id: groupId }, discardedSchema);
}

/** What staff_add_to_group returns. */
export const addedToGroupSchema = z.object({
  outcome: z.literal("looked_at"),
  /** One for each batch. */
  results: z.array(addOutcomeSchema),
  /** Takes it back; null where nothing was put in. */
  act_id: z.nullable(z.string()),
  group,
});

/** Puts batches into an open group. A refused one stops no other, and one whose count differs needs a reason. */
export async function addToGroup(actor: string, groupId: number, body: AddToGroup) {
  const args = {
    p_actor: actor,
    p_group_id: groupId,
    p_code: body.code ?? null,
    p_order_ids: body.order_ids ?? null,
    p_reason: body.reason ?? null,
  };
  return writeAsStaff("staff_add_to_group", args, addedToGroupSchema);
}

/** What staff_take_from_group returns. */
export const takenSchema = z.object({ outcome: z.literal("taken_out"), act_id: z.string(), group });

/** Takes a batch out of a group; the grader's number goes from it, and if the group has left, it is here again. */
export async function takeFromGroup(actor: string, groupId: number, orderId: string) {
  const args = { p_actor: actor, p_group_id: groupId, p_order_id: orderId };
  return writeAsStaff("staff_take_from_group", args, takenSchema);
}

/** What staff_step_group returns. */
export const steppedSchema = z.object({ outcome: z.enum(["closed", "stepped"]), act_id: z.string(), group });

/**
 * Closes a group under the grader's number, which every batch of it gets, or takes a closed group and every batch of it that
 * is behind a step further; a batch that somebody has moved on by hand stays there. Refused when somebody has changed the
 * group since the version, when a batch cannot go, and (asked once) when another number of cards was expected.
 */
export async function stepGroup(actor: string, groupId: number, body: StepGroup) {
  const args = {
    p_actor: actor,
    p_group_id: groupId,
    p_version: body.version,
    p_step: body.step,
    p_number: "number" in body ? body.number : null,
    p_cards: "cards" in body ? body.cards : null,
    p_accepts_difference: body.accepts_difference ?? false,
    p_is_quiet: "is_quiet" in body && body.is_quiet === true,
  };
  return writeAsStaff("staff_step_group", args, steppedSchema);
}
