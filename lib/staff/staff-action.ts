import * as z from "zod/mini";
import { SHIPMENT_STEPS, type ShipmentStep, shipmentSteps } from "@/lib/staff/shipment-step";
import { staffOrderSchema } from "@/lib/staff/staff-order";

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

type ActionFacts = {
  facts: string[];
  count: number | null;
  shipment_id?: number | null;
  group_step?: ShipmentStep | null;
};

/** What an action of each kind did. */
const ACTIONS = {
  arrival: () => "Marked as arrived",
  box: ({ count }) => `Box counted: ${(count ?? 0).toLocaleString("en-US")}`,
  check_in: ({ count }) =>
    count === null ? "Counted again, no difference" : `Checked in, counted ${count.toLocaleString("en-US")}`,
  match: () => "Matched a package",
  set_aside: () => "Set aside",
  set_aside_note: () => "Added a note about asking the customer",
  set_aside_end: () => "No longer set aside",
  change: ({ facts }) => `Changed ${facts.flatMap((fact) => FACTS[fact] ?? []).join(", ") || "the order"}`,
  group_add: ({ shipment_id: shipment }) => `Added to shipment ${shipment}`,
  group_out: ({ shipment_id: shipment }) => `Removed from shipment ${shipment}`,
  group_close: ({ shipment_id: shipment }) => `Closed shipment ${shipment}`,
  group_step: ({ shipment_id: shipment, group_step: step }) =>
    `Shipment ${shipment}: ${step ? shipmentSteps[step].label.toLowerCase() : "a step"}`,
  return: () => "Shipped back",
  cancel_declined: () => "Declined the cancellation",
  withdrawal: () => "Withdrew a question",
} satisfies Record<string, (action: ActionFacts) => string>;

/** Returns what an action did: "Checked in, counted 12", "Changed status, shelf". */
export function actionText({ kind, ...action }: ActionFacts & { kind: StaffAction["kind"] }): string {
  return ACTIONS[kind](action);
}

export const staffActionSchema = z.object({
  /** The orders of a bulk action share it. */
  id: z.string(),
  order_id: z.string(),
  batch_id: z.nullable(z.string()),
  /** The number of orders it changed. */
  orders: z.number(),
  kind: z.enum(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]),
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
