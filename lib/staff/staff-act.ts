import * as z from "zod/mini";
import { GROUP_STEPS, groupStep } from "@/lib/staff/group-step";

/** Reads a press of staff that can be taken back, and the order it changed. Times are ISO texts. */
export const staffActSchema = z.object({
  /** Names the press: the orders of a bulk have it in common. */
  id: z.string(),
  order_id: z.string(),
  batch_id: z.nullable(z.string()),
  kind: z.enum([
    "arrival",
    "box",
    "check_in",
    "match",
    "set_aside",
    "set_aside_note",
    "set_aside_end",
    "change",
    "group_add",
    "group_out",
    "group_close",
    "group_step",
    "return",
    "cancel_declined",
    "problem",
    "withdrawal",
    "settling",
  ]),
  /** Names of what changed: columns of the order. */
  facts: z.array(z.string()),
  /** What was counted, where that changed. */
  count: z.nullable(z.number()),
  /** The grader group that it was about, and where that stood after it. */
  group_id: z.nullable(z.number()),
  group_step: z.nullable(z.enum(GROUP_STEPS)),
  actor_email: z.nullable(z.string()),
  created_at: z.string(),
});
/** A press of staff that can be taken back. */
export type StaffAct = z.infer<typeof staffActSchema>;

const FACTS: Record<string, string> = {
  fulfillment_status: "fulfillment",
  submission_status: "submission",
  tracking_number: "tracking number",
  grading_submission_number: "submission number",
  package_condition: "condition",
  shelf_location: "shelf",
  internal_notes: "notes",
  note: "notes",
  invoice_filename: "invoice file",
  review_reason: "the mark to be reviewed",
  seen_damage: "the mark of its damage",
  delay_reason: "delay",
};

/** What the words of a press rest on. */
type Told = Pick<StaffAct, "kind" | "facts" | "count"> & Partial<Pick<StaffAct, "group_id" | "group_step">>;

/** Says what a press did, as staff read it: "Checked in, 12 cards counted", "Changed fulfillment, submission". */
export function actWords({ kind, facts, count, group_id: group, group_step: step }: Told): string {
  switch (kind) {
    case "group_add":
      return `Put into group ${group}`;
    case "group_out":
      return `Taken out of group ${group}`;
    case "group_close":
      return `Group ${group} closed`;
    case "group_step":
      return `Group ${group}: ${step ? groupStep(step).label.toLowerCase() : "a step"}`;
    case "return":
      return "Sent back to its owner";
    case "cancel_declined":
      return "Declined to cancel";
    case "withdrawal":
      return "Withdrew a question to the customer";
    case "settling":
      return "Settled a question to the customer";
    case "problem":
      return "Answered the customer's problem";
    case "arrival":
      return "Marked as arrived";
    case "match":
      return "Matched a package";
    case "box":
      return `Box counted, ${(count ?? 0).toLocaleString("en-US")} in it`;
    case "set_aside":
      return "Set aside";
    case "set_aside_note":
      return "Noted who was asked";
    case "set_aside_end":
      return "Taken off what is set aside";
    case "check_in":
      if (count === null) return "Counted again, the same number";
      return `Checked in, ${count.toLocaleString("en-US")} counted`;
    case "change": {
      const named = facts.flatMap((fact) => FACTS[fact] ?? []);
      return named.length > 0 ? `Changed ${named.join(", ")}` : "Changed when it came";
    }
  }
}
