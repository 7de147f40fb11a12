import * as z from "zod/mini";
import { SHIPMENT_STEPS, shipmentSteps } from "@/lib/staff/shipment-step";
import { staffOrderSchema } from "@/lib/staff/staff-order";

export const staffActionSchema = z.object({
  /** Shared by all orders of a bulk action. */
  id: z.string(),
  order_id: z.string(),
  batch_id: z.nullable(z.string()),
  /** The number of orders that the action changed. */
  orders: z.number(),
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
    "withdrawal",
  ]),
  /** Names of the columns that changed. */
  facts: z.array(z.string()),
  /** The new count, if it changed. */
  count: z.nullable(z.number()),
  /** The grader shipment, and its step afterwards. */
  shipment_id: z.nullable(z.number()),
  group_step: z.nullable(z.enum(SHIPMENT_STEPS)),
  actor_email: z.nullable(z.string()),
  created_at: z.string(),
});
export type StaffAction = z.infer<typeof staffActionSchema>;

const FACTS: Record<string, string> = {
  fulfillment_status: "fulfillment",
  submission_status: "status",
  tracking_number: "tracking number",
  grading_submission_number: "submission number",
  package_condition: "condition",
  shelf_location: "shelf",
  internal_notes: "notes",
  invoice_filename: "invoice file",
  review_reason: "review",
  delay_reason: "delay",
};

type ActionFacts = Pick<StaffAction, "kind" | "facts" | "count"> &
  Partial<Pick<StaffAction, "shipment_id" | "group_step">>;

/** Returns the text of an action: "Checked in, counted 12", "Changed status, shelf". */
export function actionText({
  kind,
  facts,
  count,
  shipment_id: shipment,
  group_step: step,
}: ActionFacts): string {
  switch (kind) {
    case "group_add":
      return `Added to shipment ${shipment}`;
    case "group_out":
      return `Removed from shipment ${shipment}`;
    case "group_close":
      return `Closed shipment ${shipment}`;
    case "group_step":
      return `Shipment ${shipment}: ${step ? shipmentSteps[step].label.toLowerCase() : "a step"}`;
    case "return":
      return "Shipped back";
    case "cancel_declined":
      return "Declined the cancellation";
    case "withdrawal":
      return "Withdrew a question";
    case "arrival":
      return "Marked as arrived";
    case "match":
      return "Matched a package";
    case "box":
      return `Box counted: ${(count ?? 0).toLocaleString("en-US")}`;
    case "set_aside":
      return "Set aside";
    case "set_aside_note":
      return "Added a note about asking the customer";
    case "set_aside_end":
      return "No longer set aside";
    case "check_in":
      if (count === null) return "Counted again, no difference";
      return `Checked in, counted ${count.toLocaleString("en-US")}`;
    case "change": {
      const named = facts.flatMap((fact) => FACTS[fact] ?? []);
      return named.length > 0 ? `Changed ${named.join(", ")}` : "Changed the order";
    }
  }
}

export const undoResultSchema = z.object({
  id: z.string(),
  outcome: z.enum(["undone", "changed_since"]),
  order: staffOrderSchema,
});
export type UndoResult = z.infer<typeof undoResultSchema>;

export function undoText({ outcome }: Pick<UndoResult, "outcome">): string {
  if (outcome === "undone") return "Undone";
  return "Can't undo. The batch changed, or ten minutes have passed.";
}

/** Returns the result of an undo on several orders: "8 undone, 2 couldn't be undone". */
export function undoSummary(results: Pick<UndoResult, "outcome">[]): string {
  const done = results.filter(({ outcome }) => outcome === "undone").length;
  const left = results.length - done;
  return left > 0 ? `${done} undone, ${left} couldn't be undone` : `${done} undone`;
}
