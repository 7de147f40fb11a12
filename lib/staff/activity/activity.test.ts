import {
  type ActivityQuery,
  activityHref,
  activityText,
  LOG_TITLES,
  type LogRow,
  periodOf,
  readActivityQuery,
} from "@/lib/staff/activity/activity";

const ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";
const NOTHING: ActivityQuery = { person: null, kind: null, from: null, to: null, cursor: null };
const EVERYTHING: ActivityQuery = {
  person: ID,
  kind: "money",
  from: "2026-11-01",
  to: "2026-11-23",
  cursor: null,
};
const cursor = { at: "2026-11-22T10:00:00.123456+00:00", id: 42 };

describe("activity query", () => {
  const parametersOf = (href: string) =>
    Object.fromEntries(new URL(href, "https://slabrelay.test").searchParams);

  test.each([NOTHING, EVERYTHING])("parses %j back from its URL", (query) => {
    expect(readActivityQuery(parametersOf(activityHref(query)))).toEqual(query);
    expect(readActivityQuery(parametersOf(activityHref(query, cursor)))).toEqual({ ...query, cursor });
  });

  test.each([
    { person: "me" },
    { kind: "all" },
    { from: "yesterday", to: "2026-02-30" },
    { at: cursor.at },
    { at: "0000-01-01T00:00:00Z", id: "1" },
    { at: cursor.at, id: "-1" },
  ])("ignores the invalid query %j", (query) => expect(readActivityQuery(query)).toEqual(NOTHING));

  test.each([
    [NOTHING, null, null],
    [EVERYTHING, "2026-11-01T00:00:00Z", "2026-11-24T00:00:00.000Z"],
    [{ from: null, to: "2026-12-31" }, null, "2027-01-01T00:00:00.000Z"],
  ])("includes the last day of the period for %j", (query, since, until) =>
    expect(periodOf(query)).toEqual({ since, until }),
  );
});

describe("activity text", () => {
  const shared = { id: 1, at: "2026-11-23T12:00:00Z", actor_id: "s2", actor_email: "staff2@example.com" };

  test.each<[LogRow["type"], Partial<LogRow>, string | null, string | null]>([
    [
      "package_changed",
      {
        about: "Casey",
        before: { shelf_location: "A-1", sender: null, deleted_at: null },
        after: { shelf_location: "B-2", sender: "Casey", deleted_at: null },
      },
      "Casey",
      "sender Casey, shelf A-1 → B-2",
    ],
    [
      "group_stepped",
      { about: "Shipment 3", before: { step: "closed" }, after: { step: "shipped", batches: 4 } },
      "Shipment 3",
      "step Ready to ship → On its way to the grader, batches 4",
    ],
    [
      "exported",
      {
        about: "orders",
        after: {
          filter: { payment: "paid", view: "to_check_in", search: "jane_doe" },
          rows: 18_984,
          is_complete: true,
        },
      },
      "Orders",
      "Payment: Paid, View: To check in, Search: jane_doe, 18,984 rows",
    ],
    [
      "exported",
      { about: "manifest", after: { filter: {}, rows: 1, is_complete: false } },
      "Manifest",
      "Everything, 1 row, interrupted",
    ],
  ])("returns the subject and the change of %s with %j", (type, fields, about, change) => {
    const row: LogRow = {
      ...shared,
      type,
      order_id: null,
      about: null,
      before: null,
      after: null,
      ...fields,
    };
    expect(activityText(row)).toEqual({ title: LOG_TITLES[type], about, change });
  });
});
