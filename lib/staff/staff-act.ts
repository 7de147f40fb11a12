import * as z from "zod/mini";

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
  ]),
  /** Names of what changed: columns of the order. */
  facts: z.array(z.string()),
  /** What was counted, where that changed. */
  count: z.nullable(z.number()),
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
  invoice_filename: "invoice file",
  review_reason: "the mark to be reviewed",
};

/** Says what a press did, as staff read it: "Checked in, 12 cards counted", "Changed fulfillment, submission". */
export function actWords({ kind, facts, count }: Pick<StaffAct, "kind" | "facts" | "count">): string {
  switch (kind) {
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
