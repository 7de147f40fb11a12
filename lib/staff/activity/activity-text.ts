import { counted } from "@/lib/base/messages";
import { filterText } from "@/lib/orders/messages";
import type { ActivityRow, LogRow } from "@/lib/staff/activity/schema";
import { storedReasonText } from "@/lib/staff/messages";
import { eventText } from "@/lib/staff/order/event-text";
import { SHIPMENT_STEPS, shipmentStep } from "@/lib/staff/shipment-step";

type Facts = LogRow["before"];

const TITLES: Record<LogRow["type"], string> = {
  package_added: "Package saved without a batch",
  package_changed: "Package edited",
  package_deleted: "Package deleted",
  group_opened: "Shipment started",
  group_discarded: "Shipment deleted",
  group_closed: "Shipment closed",
  group_stepped: "Shipment updated",
  group_undone: "Shipment step undone",
  exception_resolved: "Payment exception resolved",
  mail_retried: "Failed email resent",
  event_retried: "Stripe event retried",
  exported: "File exported",
  staff_added: "Staff member added",
  role_changed: "Role changed",
  staff_removed: "Access removed",
};

/** Facts of the log that are shown, in order. The title implies the others. */
const FACTS: Record<string, string> = {
  sender: "sender",
  carrier: "carrier",
  tracking_number: "tracking number",
  notes: "notes",
  shelf_location: "shelf",
  grader: "grader",
  submission_number: "submission number",
  step: "step",
  cards: "cards",
  batches: "batches",
  role: "role",
};

const FILES: Record<string, string> = { orders: "Orders", manifest: "Manifest" };

const isStep = (value: unknown) => SHIPMENT_STEPS.find((step) => step === value);

function valueText(value: unknown): string {
  const step = isStep(value);
  return step ? shipmentStep(step).label : String(value);
}

/** Returns how each fact changed: "shelf A-1 → B-2, sender Casey". */
function changeText(before: Facts, after: Facts): string | null {
  const told = Object.entries(FACTS).flatMap(([name, label]) => {
    const [from, to] = [before?.[name] ?? null, after?.[name] ?? null];
    if (from === to) return [];
    const words = [from, to].map((value) => (value === null ? "none" : valueText(value)));
    return from === null ? [`${label} ${words[1]}`] : [`${label} ${words.join(" → ")}`];
  });
  return told.length > 0 ? told.join(", ") : null;
}

function fileText(after: Facts): string {
  const asked = filterText((after?.filter ?? {}) as Record<string, unknown>) || "Everything";
  if (typeof after?.rows !== "number") return `${asked}, not finished`;
  const rows = counted(after.rows, "row");
  return `${asked}, ${rows}${after.is_complete ? "" : ", interrupted"}`;
}

/** Returns what staff did, to what (unless it's a batch), and the values before and after. Null where there's nothing to add. */
export function activityText(row: ActivityRow): {
  title: string;
  about: string | null;
  change: string | null;
} {
  if (row.order_id !== null) return { ...eventText(row), about: null };
  const { type, about, before, after } = row;
  const title = TITLES[type];
  if (type === "exported") return { title, about: FILES[about ?? ""] ?? about, change: fileText(after) };
  if (type === "mail_retried") {
    const count = typeof after?.count === "number" ? counted(after.count, "email") : null;
    return { title, about: about ?? "all failed emails", change: count };
  }
  if (type === "exception_resolved") {
    const reason = typeof before?.reason === "string" ? storedReasonText(before.reason) : null;
    const done = typeof after?.resolution === "string" ? after.resolution : null;
    return { title, about, change: [reason, done].filter(Boolean).join(": ") || null };
  }
  return { title, about, change: changeText(before, after) };
}
