import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { paymentStatusSchema, submissionStatusSchema } from "@/lib/orders/order";
import { GROUP_STEPS, type GroupStep } from "@/lib/staff/group-step";
import { staffActSchema } from "@/lib/staff/staff-act";
import { boundedCountSchema, staffOrderSchema } from "@/lib/staff/staff-order";

const nullableText = z.nullable(z.string());

/** Reads why a batch cannot go to the grader; the database's private.grader_refusal says it. */
export const graderRefusalSchema = z.enum([
  "set_aside",
  "not_paid",
  "not_received",
  "sent_before",
  "disputed",
  "to_be_reviewed",
  "asked",
  "damaged",
  "count_differs",
]);
/** Why a batch cannot go to the grader. */
export type GraderRefusal = z.infer<typeof graderRefusalSchema>;

/** Reads a group. Cards are those that were counted here; times are ISO texts. */
export const graderGroupSchema = z.object({
  id: z.number(),
  grader: z.string(),
  step: z.enum(GROUP_STEPS),
  /** The grading company's; null while the group is open. */
  submission_number: nullableText,
  declared_cards: z.nullable(z.number()),
  returned_cards: z.nullable(z.number()),
  shipped_at: nullableText,
  back_at: nullableText,
  version: z.number(),
  opened_at: z.string(),
  opened_by_email: nullableText,
  /** Who changed it last, and when; null: nobody since it was opened. */
  changed_at: nullableText,
  changed_by_email: nullableText,
  batches: z.number(),
  cards: z.number(),
  /** The first day until which a batch of it is promised back; null without batches. */
  oldest_promise: nullableText,
});
/** Batches that go to a grading company together. */
export type GraderGroup = z.infer<typeof graderGroupSchema>;

/** Reads a batch of a group. */
export const groupMemberSchema = z.object({
  id: z.string(),
  batch_id: nullableText,
  customer_name: nullableText,
  email: nullableText,
  num_cards: z.number(),
  received_count: z.nullable(z.number()),
  /** The cards that go with this shipment, without unpaid extra cards. */
  cards: z.nullable(z.number()),
  /** Until when it is promised back. */
  promised_to: nullableText,
  shelf_location: nullableText,
  submission_status: submissionStatusSchema,
  payment_status: paymentStatusSchema,
  grading_submission_number: nullableText,
  cards_back_at: nullableText,
  /** What stands against sending it. */
  refusal: z.nullable(graderRefusalSchema),
});
/** A batch of a group. */
export type GroupMember = z.infer<typeof groupMemberSchema>;

/** Reads what the page of all groups shows. */
export const graderDeskSchema = z.object({
  staff_role: staffRoleSchema,
  /** Not back yet, newest first. */
  live: z.array(graderGroupSchema),
  /** A page of those that are. */
  back: z.array(graderGroupSchema),
  /** What the next page comes after. */
  next_before: z.nullable(z.number()),
  /** Ready to send: the 50 that are here longest. */
  ready: z.array(staffOrderSchema),
  ready_total: boundedCountSchema,
  /** At the grader and in no group of these; `cards` are those of the batches that were counted. */
  outside: z.extend(boundedCountSchema, { cards: z.number() }),
});
/** The groups, and what waits for one. */
export type GraderDesk = z.infer<typeof graderDeskSchema>;

/** Reads what the page of one group shows. */
export const groupPageSchema = z.object({
  staff_role: staffRoleSchema,
  group: graderGroupSchema,
  members: z.array(groupMemberSchema),
  acts: z.array(staffActSchema),
  /** While it is open: what could be put in. */
  ready: z.array(staffOrderSchema),
});
/** One group, whole. */
export type GroupPage = z.infer<typeof groupPageSchema>;

/** Lists the steps that a closed group can be taken to, the next one first; none for one that is open or back. */
export function stepsAhead(step: GroupStep): Exclude<GroupStep, "open" | "closed">[] {
  if (step === "open") return [];
  const ahead = GROUP_STEPS.slice(GROUP_STEPS.indexOf(step) + 1);
  return ahead.filter((next) => next !== "open" && next !== "closed");
}

/** Names a shipment: "Shipment 12", as in the database's events. */
export function groupName(id: number): string {
  return `Shipment ${id}`;
}

/** Returns how the card counts of a shipment differ: "418 counted, 420 declared". Null if they agree. */
export function cardsDiffer(
  group: Pick<GraderGroup, "cards" | "declared_cards" | "returned_cards">,
): string | null {
  const { cards, declared_cards: declared, returned_cards: returned } = group;
  const figure = (count: number) => count.toLocaleString("en-US");
  const told = [
    declared === null || declared === cards ? null : `${figure(declared)} declared`,
    returned === null || returned === cards ? null : `${figure(returned)} returned`,
  ].filter(Boolean);
  return told.length > 0 ? `${figure(cards)} counted, ${told.join(", ")}` : null;
}

/** Returns whether a batch has another status or number than its shipment, because someone changed it by hand. */
export function isOutOfStep(
  member: Pick<GroupMember, "submission_status" | "grading_submission_number">,
  group: Pick<GraderGroup, "step" | "submission_number">,
): boolean {
  if (group.step === "open") return false;
  if (member.grading_submission_number !== group.submission_number) return true;
  const { submission_status: status } = member;
  switch (group.step) {
    case "closed":
      return status !== "received" && status !== "processing";
    case "back":
      return status !== "graded" && status !== "completed" && status !== "delivered";
    default:
      return status !== group.step;
  }
}
