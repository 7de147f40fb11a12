import {
  ACTIVITY_KINDS,
  type ActivityQuery,
  activityHref,
  isNarrowed,
  kindLabel,
  periodOf,
  readActivityQuery,
} from "@/lib/staff/activity/activity-query";
import { activityText } from "@/lib/staff/activity/activity-text";
import { type ActivityRow, LOG_KINDS, type LogRow } from "@/lib/staff/activity/schema";

describe("activity query", () => {
  const ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";
  const nothing: ActivityQuery = {
    person: null,
    kind: null,
    from: null,
    to: null,
    cursor: null,
  };
  const cursor = { at: "2026-11-22T10:00:00.123456+00:00", id: 42 };
  const everything: ActivityQuery = {
    person: ID,
    kind: "money",
    from: "2026-11-01",
    to: "2026-11-23",
    cursor: null,
  };

  const parametersOf = (href: string) =>
    Object.fromEntries(new URL(href, "https://slabrelay.test").searchParams);

  test.each([nothing, everything])("the address of %j is read as that", (query) => {
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
  ])("%j asks for nothing", (query) => expect(readActivityQuery(query)).toEqual(nothing));

  test("a list is narrowed by each of its filters, not by its page", () => {
    expect(isNarrowed({ ...nothing, cursor })).toBe(false);
    for (const name of ["person", "kind", "from", "to"] as const)
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
});

describe("activity words", () => {
  const shared = { id: 1, at: "2026-11-23T12:00:00Z", actor_id: "s2", actor_email: "staff2@example.com" };
  const logged = (row: Partial<LogRow>): LogRow => ({
    ...shared,
    type: "package_added",
    order_id: null,
    about: null,
    before: null,
    after: null,
    ...row,
  });

  test.each<[string, Partial<LogRow>, string | null, string | null]>([
    [
      "Package edited",
      {
        type: "package_changed",
        about: "Casey",
        before: { shelf_location: "A-1", sender: null, deleted_at: null },
        after: { shelf_location: "B-2", sender: "Casey", deleted_at: null },
      },
      "Casey",
      "sender Casey, shelf A-1 → B-2",
    ],
    [
      "Package deleted",
      {
        type: "package_deleted",
        about: "Casey",
        before: { deleted_at: null },
        after: { deleted_at: "2026" },
      },
      "Casey",
      null,
    ],
    [
      "Package edited",
      { type: "package_changed", before: { notes: "wet" }, after: { notes: null } },
      null,
      "notes wet → none",
    ],
    [
      "Shipment updated",
      {
        type: "group_stepped",
        about: "Shipment 3",
        before: { step: "closed" },
        after: { step: "shipped", batches: 4 },
      },
      "Shipment 3",
      "step Ready to ship → On its way to the grader, batches 4",
    ],
    [
      "File exported",
      {
        type: "exported",
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
      "File exported",
      { type: "exported", about: "manifest", after: { filter: {}, rows: 1, is_complete: false } },
      "Manifest",
      "Everything, 1 row, interrupted",
    ],
    ["File exported", { type: "exported", about: "orders", after: {} }, "Orders", "Everything, not finished"],
    ["Failed email resent", { type: "mail_retried", after: { count: 3 } }, "all failed emails", "3 emails"],
    [
      "Payment exception resolved",
      {
        type: "exception_resolved",
        about: "sub_1",
        before: { reason: "refund_failed" },
        after: { resolution: "Sent back" },
      },
      "sub_1",
      "A refund failed and the money came back to us: Sent back",
    ],
    [
      "Staff member added",
      { type: "staff_added", about: "sam@example.com", before: { role: null }, after: { role: "staff" } },
      "sam@example.com",
      "role staff",
    ],
  ])("%s", (title, row, about, change) => {
    expect(activityText(logged(row))).toEqual({ title, about, change });
  });

  test("every kind of the log has a title of its own", () => {
    const titles = LOG_KINDS.map((type) => activityText(logged({ type })).title);
    expect(new Set(titles).size).toBe(LOG_KINDS.length);
  });

  test("an event of an order reads as on its timeline", () => {
    const event: ActivityRow = {
      ...shared,
      type: "tracking_number",
      order_id: "1",
      batch_id: null,
      from_value: null,
      to_value: "1Z",
      message: null,
      data: null,
    };
    expect(activityText(event)).toEqual({ title: "Tracking number", about: null, change: "none → 1Z" });
  });
});
