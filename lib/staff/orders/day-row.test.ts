import { SAVED_VIEWS, type SavedView } from "@/lib/staff/labels";
import { DAY_TILES, type DayTile, dayRow, moreViews } from "@/lib/staff/orders/day-row";
import { readListQuery } from "@/lib/staff/orders/list-query";
import type { BoundedCount } from "@/lib/staff/staff-order";

const ALL = readListQuery({});
const counts = (some: Partial<Record<SavedView, number>> = {}) =>
  Object.fromEntries(
    SAVED_VIEWS.map((view) => [view, { count: some[view] ?? 0, is_more: some[view] === 1000 }]),
  ) as Record<SavedView, BoundedCount>;
const tileOf = (
  name: DayTile["name"],
  some: Partial<Record<SavedView, number>> = {},
  group: number | null = null,
) => dayRow(ALL, counts(some), group).find((tile) => tile.name === name);

test("the tiles stand in the order of the day", () => {
  expect(dayRow(ALL, counts(), null).map(({ title }) => title)).toEqual([
    "Needs check-in",
    "Ready to send",
    "Ready to return",
    "Waiting on us",
    "Overdue",
    "Never arrived",
  ]);
});

test("every saved view is linked once, in a tile or under More views", () => {
  const linked = [
    ...dayRow(ALL, null, null).flatMap(({ lead, others }) => [lead, ...others]),
    ...moreViews(ALL, null),
  ];
  expect(linked.map(({ view }) => view).sort()).toEqual([...SAVED_VIEWS].sort());
  expect(new Set(linked.map(({ label }) => label)).size).toBe(SAVED_VIEWS.length);
  for (const { view, href } of linked) expect(href).toBe(`/admin?view=${view}`);
});

test.each<[DayTile["name"], Partial<Record<SavedView, number>>, SavedView, string, string]>([
  ["check_in", { needs_check_in: 3 }, "needs_check_in", "Open the desk", "/admin/receive"],
  ["check_in", { late_to_open: 2 }, "late_to_open", "Open the desk", "/admin/receive"],
  ["check_in", { to_count: 2 }, "to_count", "Open the desk", "/admin/receive"],
  ["send", { ready_to_send: 3 }, "ready_to_send", "Scan into a group", "/admin/grader"],
  ["return", { ready_to_return: 3 }, "ready_to_return", "Scan carrier labels", "/admin/returns"],
  [
    "decide",
    { cancel_requested: 1, problems: 2, to_review: 3 },
    "cancel_requested",
    "Cancel or decline",
    "/admin?view=cancel_requested",
  ],
  ["decide", { problems: 2, to_review: 3 }, "problems", "Answer the customer", "/admin?view=problems"],
  ["decide", { to_review: 3 }, "to_review", "Look at payments", "/admin?view=to_review"],
  [
    "overdue",
    { overdue: 3, overdue_untold: 2 },
    "overdue_untold",
    "Tell customers why",
    "/admin?view=overdue_untold",
  ],
  ["overdue", { overdue: 3 }, "overdue", "Follow up", "/admin?view=overdue"],
  [
    "missing",
    { said_delivered: 1, never_received: 9 },
    "said_delivered",
    "Search the shelves",
    "/admin/receive",
  ],
  [
    "missing",
    { said_shipped: 1, never_received: 9 },
    "said_shipped",
    "Ask the carrier",
    "/admin?view=said_shipped",
  ],
  ["missing", { never_received: 9 }, "never_received", "Write to customers", "/admin?view=never_received"],
  ["return", { late_home: 2 }, "late_home", "Ask the carrier", "/admin?view=late_home"],
])("%s with %j leads to %s: %s", (name, some, view, words, href) => {
  const tile = tileOf(name, some);
  expect(tile?.lead.view).toBe(view);
  expect(tile?.lead.count).toBe(String(some[view]));
  expect(tile?.step).toEqual({ words, href });
  expect(words.split(" ").length).toBeLessThanOrEqual(4);
});

test("a tile's other views that have some stay beside it with their counts, and are not added up", () => {
  const tile = tileOf("decide", { problems: 2, to_review: 1000 });
  expect([tile?.lead.count, ...(tile?.others ?? []).map(({ label, count }) => `${label} ${count}`)]).toEqual([
    "2",
    "To be reviewed 1,000+",
  ]);
});

test("an empty view stays in its tile while it is open", () => {
  const query = readListQuery({ view: "cancel_requested" });
  const tile = dayRow(query, counts({ problems: 2 }), null).find(({ name }) => name === "decide");
  expect(tile?.others.map(({ view }) => view)).toEqual(["cancel_requested"]);
});

test("batches go into the one open group; without one, or with several, to where the groups are", () => {
  expect(tileOf("send", { ready_to_send: 1 }, 7)?.step?.href).toBe("/admin/grader/7");
  expect(tileOf("send", { ready_to_send: 1 }, null)?.step?.href).toBe("/admin/grader");
});

test.each(DAY_TILES)("%s without any order is done: nothing to do, nothing late", (name) => {
  expect(tileOf(name)).toMatchObject({ lead: { count: "0" }, step: null, late: null });
});

test.each<[DayTile["name"], SavedView, string | undefined]>([
  ["check_in", "needs_check_in", undefined],
  ["send", "ready_to_send", undefined],
  ["return", "ready_to_return", undefined],
  ["decide", "problems", undefined],
  ["overdue", "overdue", undefined],
  ["missing", "never_received", "Late to arrive"],
])("of %s with %s is late: %s", (name, view, late) => {
  expect(tileOf(name, { [view]: 1 })?.late ?? undefined).toBe(late);
});

test("what is late to open is so beside the count of all that waits for the desk, and nothing else is", () => {
  const tile = tileOf("check_in", { needs_check_in: 4, to_count: 2, late_to_open: 1 });
  expect(tile?.lead).toMatchObject({ view: "needs_check_in", isLate: false });
  expect(tile?.others.map(({ label, count, isLate }) => [label, count, isLate])).toEqual([
    ["Here, not counted", "2", false],
    ["Late to open", "1", true],
  ]);
  expect(tileOf("check_in", { needs_check_in: 4 })?.others).toEqual([]);
});

test("where nothing was counted a tile still says what to do, and shows no figure", () => {
  const tile = dayRow(ALL, null, null)[0];
  expect(tile).toMatchObject({ lead: { count: null }, step: { words: "Open the desk" }, late: null });
});

test("the view that is open is marked wherever it stands, and links keep the search", () => {
  const query = readListQuery({ view: "problems", q: "jane", sort: "cards" });
  const links = dayRow(query, counts({ cancel_requested: 1 }), null).flatMap(({ lead, others }) => [
    lead,
    ...others,
  ]);
  expect(links.filter(({ isHere }) => isHere).map(({ view }) => view)).toEqual(["problems"]);
  expect(links[0]?.href).toBe("/admin?q=jane&view=needs_check_in");
  const chips = moreViews(readListQuery({ view: "set_aside" }), counts());
  expect(chips.filter(({ isHere }) => isHere).map(({ label }) => label)).toEqual(["Set aside"]);
});
