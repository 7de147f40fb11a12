import "server-only";
import * as z from "zod/mini";
import { staffRoleSchema } from "@/lib/auth/session-context";
import { counted } from "@/lib/base/messages";
import { type Query, queryKey } from "@/lib/base/query";
import { staffPaths } from "@/lib/base/staff-paths";
import { uuidSchema } from "@/lib/base/uuid";
import { filterText } from "@/lib/orders/messages";
import { nullableText, orderEventTypeSchema } from "@/lib/orders/order";
import { readAsStaff } from "@/lib/staff/data";
import { storedReasonText } from "@/lib/staff/labels";
import { eventText } from "@/lib/staff/order/event-text";
import { SHIPMENT_STEPS, shipmentSteps } from "@/lib/staff/shipment-step";

const PAGE_SIZE = 50;

/** Filterable kinds of staff activity and their labels. A test compares them with the list in SQL. */
export const ACTIVITY_KINDS = {
  money: "Payments and refunds",
  receiving: "Receiving",
  grader: "Grader shipments",
  returns: "Returns",
  changes: "Statuses and notes",
  undone: "Undone actions",
  exports: "Exports",
  people: "Staff",
  retries: "Retried emails and Stripe events",
};
type ActivityKind = keyof typeof ACTIVITY_KINDS;

/** The list's filters and page, all from its URL. Null means no filter. */
export type ActivityQuery = ReturnType<typeof readActivityQuery>;

const YEARS = z.regex(/^(?:19|[2-9]\d)/);
const querySchema = z.object({
  person: queryKey(uuidSchema),
  kind: queryKey(z.enum(Object.keys(ACTIVITY_KINDS) as ActivityKind[])),
  from: queryKey(z.iso.date().check(YEARS)),
  to: queryKey(z.iso.date().check(YEARS)),
  at: queryKey(z.iso.datetime({ offset: true }).check(YEARS)),
  id: queryKey(z.string().check(z.regex(/^\d{1,15}$/))),
});

export function readActivityQuery(query: Query) {
  const { person, kind, from, to, at, id } = querySchema.parse(query);
  return {
    person: person ?? null,
    kind: kind ?? null,
    /** Days in UTC, both included: "2026-11-23". */
    from: from ?? null,
    to: to ?? null,
    /** The last row of the previous page; null: the first page. */
    cursor: at && id ? { at, id: Number(id) } : null,
  };
}

export function activityHref(query: ActivityQuery, cursor: ActivityQuery["cursor"] = null): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...cursor }))
    if (value && name !== "cursor") parameters.set(name, String(value));
  const text = parameters.toString();
  return staffPaths.activity + (text && `?${text}`);
}

export function isNarrowed({ person, kind, from, to }: ActivityQuery): boolean {
  return Boolean(person || kind || from || to);
}

/** Returns the period as ISO times. `until` is exclusive. */
export function periodOf({ from, to }: Pick<ActivityQuery, "from" | "to">): {
  since: string | null;
  until: string | null;
} {
  const until = to && new Date(Date.parse(to) + 86_400_000).toISOString();
  return { since: from && `${from}T00:00:00Z`, until };
}

/** Titles of entries in the staff log that aren't order events. A test compares them with the list in SQL. */
export const LOG_TITLES = {
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

const shared = {
  id: z.number(),
  at: z.string(),
  /** Null: the system. */
  actor_id: nullableText,
  /** Null if the account was deleted, and for the system. */
  actor_email: nullableText,
};
const facts = z.nullable(z.record(z.string(), z.unknown()));

const orderRowSchema = z.object({
  ...shared,
  type: orderEventTypeSchema,
  order_id: z.string(),
  batch_id: nullableText,
  from_value: nullableText,
  to_value: nullableText,
  message: nullableText,
  data: z.nullable(z.object({ corrected: z.optional(z.boolean()) })),
});

const logRowSchema = z.object({
  ...shared,
  type: z.enum(Object.keys(LOG_TITLES) as (keyof typeof LOG_TITLES)[]),
  order_id: z.null(),
  /** The package, shipment, email, event, file or staff member. */
  about: nullableText,
  before: facts,
  after: facts,
});
export type LogRow = z.infer<typeof logRowSchema>;

const activityPageSchema = z.object({
  staff_role: staffRoleSchema,
  rows: z.array(z.union([orderRowSchema, logRowSchema])),
  /** Null on the last page. */
  next_cursor: z.nullable(z.object({ at: z.string(), id: z.number() })),
  /** Staff, sorted by email. */
  people: z.array(z.object({ user_id: z.string(), email: z.string() })),
});
export type ActivityPage = z.infer<typeof activityPageSchema>;
export type ActivityRow = ActivityPage["rows"][number];

/** Returns a page of staff activity, newest first, of at most 92 days. */
export async function listActivity(accessToken: string, query: ActivityQuery, limit: number = PAGE_SIZE) {
  const { since, until } = periodOf(query);
  const args = {
    actor_id: query.person,
    kind: query.kind,
    since,
    until,
    cursor_at: query.cursor?.at ?? null,
    cursor_id: query.cursor?.id ?? null,
    limit,
  };
  return readAsStaff(accessToken, "staff_list_activity", args, activityPageSchema);
}

type Facts = LogRow["before"];

/** Logged facts to show, in order. The title already implies the others. */
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

function valueText(value: unknown): string {
  const step = SHIPMENT_STEPS.find((step) => step === value);
  return step ? shipmentSteps[step].label : String(value ?? "none");
}

/** Returns how each fact changed: "shelf A-1 → B-2, sender Casey". */
function changeText(before: Facts, after: Facts): string | null {
  const changes = Object.entries(FACTS).flatMap(([name, label]) => {
    const [from, to] = [before?.[name] ?? null, after?.[name] ?? null];
    if (from === to) return [];
    return `${label} ${from === null ? "" : `${valueText(from)} → `}${valueText(to)}`;
  });
  return changes.join(", ") || null;
}

function fileText(after: Facts): string {
  const filter = filterText((after?.filter ?? {}) as Record<string, unknown>) || "Everything";
  if (typeof after?.rows !== "number") return `${filter}, not finished`;
  return `${filter}, ${counted(after.rows, "row")}${after.is_complete ? "" : ", interrupted"}`;
}

/** Returns the action, its subject (null for a batch), and the values before and after, if any. */
export function activityText(row: ActivityRow): {
  title: string;
  about: string | null;
  change: string | null;
} {
  if (row.order_id !== null) return { ...eventText(row), about: null };
  const { type, about, before, after } = row;
  const title = LOG_TITLES[type];
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
