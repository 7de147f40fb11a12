import * as z from "zod/mini";
import { type Query, queryKey } from "@/lib/base/query";
import { staffPaths } from "@/lib/base/staff-paths";
import { uuidSchema } from "@/lib/base/uuid";

/** The kinds of staff activity to filter by. SQL has the same list, and a test compares them. */
export const ACTIVITY_KINDS = [
  "money",
  "receiving",
  "grader",
  "returns",
  "changes",
  "undone",
  "exports",
  "people",
  "retries",
] as const;
/** One of those kinds. */
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

const LABELS: Record<ActivityKind, string> = {
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

/** Returns a kind as staff read it. */
export function kindLabel(kind: ActivityKind): string {
  return LABELS[kind];
}

/** The last row of the page before: when, and its number. */
export type ActivityCursor = { at: string; id: number };

/** What the list shows. All of it stands in the address: readActivityQuery reads it, activityHref writes it. */
export type ActivityQuery = {
  /** The id of an account; null: anybody. So for the others. */
  person: string | null;
  kind: ActivityKind | null;
  /** Days in UTC, "2026-11-23", the last one included. */
  from: string | null;
  to: string | null;
  /** Null: the first page. */
  cursor: ActivityCursor | null;
};

const daySchema = z.iso.date().check(z.regex(/^(?:19|[2-9]\d)/));
const countSchema = z.string().check(z.regex(/^\d{1,15}$/));

const querySchema = z.object({
  person: queryKey(uuidSchema),
  kind: queryKey(z.enum(ACTIVITY_KINDS)),
  from: queryKey(daySchema),
  to: queryKey(daySchema),
  at: queryKey(z.iso.datetime({ offset: true }).check(z.regex(/^(?:19|[2-9]\d)/))),
  id: queryKey(countSchema),
});

/** Reads the query of the list's address; whatever makes no sense there counts as not given. */
export function readActivityQuery(query: Query): ActivityQuery {
  const { person, kind, from, to, at, id } = querySchema.parse(query);
  return {
    person: person ?? null,
    kind: kind ?? null,
    from: from ?? null,
    to: to ?? null,
    cursor: at && id ? { at, id: Number(id) } : null,
  };
}

/** Builds the address of a page of the list; without a cursor the first one. */
export function activityHref(query: ActivityQuery, cursor: ActivityCursor | null = null): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...cursor }))
    if (value && name !== "cursor") parameters.set(name, String(value));
  const text = parameters.toString();
  return staffPaths.activity + (text && `?${text}`);
}

/** Returns whether a filter leaves anything out. */
export function isNarrowed({ person, kind, from, to }: ActivityQuery): boolean {
  return Boolean(person || kind || from || to);
}

/** Returns the first moment of a period of days in UTC, and the first one after it; null: without an end on that side. */
export function periodOf({ from, to }: Pick<ActivityQuery, "from" | "to">): {
  since: string | null;
  until: string | null;
} {
  const next = to && new Date(Date.parse(to) + 86_400_000).toISOString();
  return { since: from && `${from}T00:00:00Z`, until: next };
}
