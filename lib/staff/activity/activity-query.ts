import * as z from "zod/mini";
import { type Query, queryKey } from "@/lib/base/query";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { uuidSchema } from "@/lib/base/uuid";

/** Lists what the list of all that staff did can be narrowed to. SQL has the same list; a test compares them. */
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
  grader: "Out to the grader",
  returns: "Back to the owner",
  changes: "Statuses and notes",
  undone: "Taken back",
  exports: "Exported files",
  people: "Staff",
  retries: "Mails and deliveries tried again",
};

/** Answers a kind as staff read it. */
export function kindLabel(kind: ActivityKind): string {
  return LABELS[kind];
}

/** The row that a page lies next to: when, from which source, and its number there. */
export type ActivityCursor = { at: string; source: number; id: number };

/** What the list shows. All of it stands in the address: readActivityQuery reads it, activityHref writes it. */
export type ActivityQuery = {
  /** The id of an account; null: anybody. So for the others. */
  person: string | null;
  kind: ActivityKind | null;
  /** A batch ID, as typed. */
  batch: string | null;
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
  batch: queryKey(z.string()),
  from: queryKey(daySchema),
  to: queryKey(daySchema),
  at: queryKey(z.iso.datetime({ offset: true }).check(z.regex(/^(?:19|[2-9]\d)/))),
  source: queryKey(z.enum(["0", "1"])),
  id: queryKey(countSchema),
});

/** Reads the query of the list's address, or of its export's; whatever makes no sense there counts as not given. */
export function readActivityQuery(query: Query): ActivityQuery {
  const { person, kind, batch, from, to, at, source, id } = querySchema.parse(query);
  const typed = (batch ?? "")
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, 100);
  return {
    person: person ?? null,
    kind: kind ?? null,
    batch: typed || null,
    from: from ?? null,
    to: to ?? null,
    cursor: at && source && id ? { at, source: Number(source), id: Number(id) } : null,
  };
}

function queryString({ cursor, ...filters }: ActivityQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value) parameters.set(name, value);
  for (const [name, value] of Object.entries(cursor ?? {})) parameters.set(name, String(value));
  const text = parameters.toString();
  return text && `?${text}`;
}

/** Builds the address of a page of the list; without a cursor the first one. */
export function activityHref(query: ActivityQuery, cursor: ActivityCursor | null = null): string {
  return staffPaths.activity + queryString({ ...query, cursor });
}

/** Builds the address of the CSV file with all that the list finds, wherever the page is. */
export function activityExportHref(query: ActivityQuery): string {
  return staffApiPaths.activityExport + queryString({ ...query, cursor: null });
}

/** Tells whether a filter leaves anything out. */
export function isNarrowed({ person, kind, batch, from, to }: ActivityQuery): boolean {
  return Boolean(person || kind || batch || from || to);
}

/** Answers the first moment of a period of days in UTC, and the first one after it; null: without an end on that side. */
export function periodOf({ from, to }: Pick<ActivityQuery, "from" | "to">): {
  since: string | null;
  until: string | null;
} {
  const next = to && new Date(Date.parse(to) + 86_400_000).toISOString();
  return { since: from && `${from}T00:00:00Z`, until: next };
}
