import {
  ACTIVITY_KINDS,
  type ActivityQuery,
  activityExportHref,
  activityHref,
  isNarrowed,
  kindLabel,
  periodOf,
  readActivityQuery,
} from "@/lib/staff/activity/activity-query";

const ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";
const nothing: ActivityQuery = { person: null, kind: null, batch: null, from: null, to: null, cursor: null };
const cursor = { at: "2026-11-22T10:00:00.123456+00:00", source: 1, id: 42 };
const everything: ActivityQuery = {
  person: ID,
  kind: "money",
  batch: "BATCH-MGX2K9QW-7F3K",
  from: "2026-11-01",
  to: "2026-11-23",
  cursor: null,
};

const parametersOf = (href: string) =>
  Object.fromEntries(new URL(href, "https://slabrelay.test").searchParams);

test.each([nothing, everything, { ...nothing, batch: "a & b" }])(
  "the address of %j is read as that",
  (query) => {
    expect(readActivityQuery(parametersOf(activityHref(query)))).toEqual(query);
    expect(readActivityQuery(parametersOf(activityHref(query, cursor)))).toEqual({ ...query, cursor });
  },
);

test("the file is of all that the list finds", () => {
  const href = activityExportHref({ ...everything, cursor });
  expect(href).toMatch(/^\/api\/admin\/activity\/export\?/);
  expect(readActivityQuery(parametersOf(href))).toEqual(everything);
});

test.each([
  { person: "me" },
  { kind: "all" },
  { batch: " \u0000 " },
  { from: "yesterday", to: "2026-02-30" },
  { at: cursor.at, id: "42" },
  { at: "0000-01-01T00:00:00Z", source: "0", id: "1" },
  { at: cursor.at, source: "3", id: "1" },
  { at: cursor.at, source: "0", id: "-1" },
])("%j asks for nothing", (query) => expect(readActivityQuery(query)).toEqual(nothing));

test("a list is narrowed by each of its filters, not by its page", () => {
  expect(isNarrowed({ ...nothing, cursor })).toBe(false);
  for (const name of ["person", "kind", "batch", "from", "to"] as const)
    expect(isNarrowed({ ...nothing, [name]: everything[name] })).toBe(true);
});

test.each([
  [nothing, null, null],
  [everything, "2026-11-01T00:00:00Z", "2026-11-24T00:00:00.000Z"],
  [{ from: null, to: "2026-12-31" }, null, "2027-01-01T00:00:00.000Z"],
])("the last day of a period belongs to it", (query, since, until) =>
  expect(periodOf(query)).toEqual({ since, until }),
);

test("each kind has a name of its own", () =>
  expect(new Set(ACTIVITY_KINDS.map(kindLabel)).size).toBe(ACTIVITY_KINDS.length));
