import { staffPaths } from "@/lib/base/staff-paths";
import { countWords, type SavedView } from "@/lib/staff/labels";
import { type ListQuery, listHref } from "@/lib/staff/orders/list-query";
import type { BoundedCount } from "@/lib/staff/staff-order";

// What a day of four people begins with, in the order in which it is done: the post comes in, a box goes out, what is
// graded goes home; then what only we can decide, and what went wrong without anybody asking. What we decide (a request
// to cancel, a problem, a payment to look at) is one tile: each of the three is empty on most mornings, and one person
// takes all of them. What never arrived here is one, too; back with its owner it stands beside what goes home. What is overdue begins with those whose owners have
// no day that is still ahead. A batch can lie in two views of a tile, so a tile never adds them up: it
// shows the first that has some as large as the others, and beside it the rest that are not empty.

/** Names the tiles of the day, in their order. */
export const DAY_TILES = ["check_in", "send", "return", "decide", "overdue", "missing"] as const;
/** One of them. */
export type TileName = (typeof DAY_TILES)[number];

/** Where the work of a view is done. */
type Place = "desk" | "group" | "returns" | "list";

type ViewSpec = {
  label: string;
  /** Null: the view stands under "More views". */
  tile: { name: TileName; step: string; at: Place } | null;
};

/** Says of each saved view what it is called and where it stands; of the views of one tile the first comes first. */
const VIEWS: Record<SavedView, ViewSpec> = {
  needs_check_in: {
    label: "Needs check-in",
    tile: { name: "check_in", step: "Open the desk", at: "desk" },
  },
  to_count: {
    label: "Here, not counted",
    tile: { name: "check_in", step: "Open the desk", at: "desk" },
  },
  late_to_open: {
    label: "Late to open",
    tile: { name: "check_in", step: "Open the desk", at: "desk" },
  },
  ready_to_send: {
    label: "Ready to send",
    tile: { name: "send", step: "Scan into a group", at: "group" },
  },
  ready_to_return: {
    label: "Ready to return",
    tile: { name: "return", step: "Scan carrier labels", at: "returns" },
  },
  late_home: {
    label: "Late going back",
    tile: { name: "return", step: "Ask the carrier", at: "list" },
  },
  cancel_requested: {
    label: "Cancel requested",
    tile: { name: "decide", step: "Cancel or decline", at: "list" },
  },
  problems: { label: "Problems", tile: { name: "decide", step: "Answer the customer", at: "list" } },
  to_review: { label: "To be reviewed", tile: { name: "decide", step: "Look at payments", at: "list" } },
  overdue_untold: {
    label: "No new date told",
    tile: { name: "overdue", step: "Tell customers why", at: "list" },
  },
  overdue: { label: "All overdue", tile: { name: "overdue", step: "Follow up", at: "list" } },
  said_delivered: {
    label: "Said delivered, not here",
    tile: { name: "missing", step: "Search the shelves", at: "desk" },
  },
  said_shipped: {
    label: "Said shipped, not here",
    tile: { name: "missing", step: "Ask the carrier", at: "list" },
  },
  never_received: {
    label: "Paid, never received",
    tile: { name: "missing", step: "Write to customers", at: "list" },
  },
  not_shipped: { label: "Paid, not shipped by customer", tile: null },
  not_paid: { label: "Received, not paid", tile: null },
  count_differs: { label: "Count differs", tile: null },
  exceptions: { label: "Exceptions", tile: null },
  set_aside: { label: "Set aside", tile: null },
  waiting: { label: "Waiting for the customer", tile: null },
  to_send_back: { label: "To send back", tile: null },
};
const VIEW_NAMES = Object.keys(VIEWS) as SavedView[];

/** What a tile of several views is called; one of a single view has its name. */
const TITLES: Partial<Record<TileName, string>> = {
  decide: "Waiting on us",
  overdue: "Overdue",
  missing: "Never arrived",
};

/** What is late about a tile that is not empty, where its title does not say so. */
const LATE: Partial<Record<TileName, string>> = { missing: "Late to arrive" };

/** A link to a saved view, with how many orders lie in it; null: that is not known. */
export type ViewLink = {
  view: SavedView;
  label: string;
  count: string | null;
  href: string;
  isHere: boolean;
  /** What lies in it is late, in a tile that is not about that. */
  isLate: boolean;
};

/** A tile of the day. */
export type DayTile = {
  name: TileName;
  title: string;
  /** The first of its views that has some. */
  lead: ViewLink;
  /** Its other views, but for empty ones that are not shown. */
  others: ViewLink[];
  /** What to do next and where; null: nothing. */
  step: { words: string; href: string } | null;
  late: string | null;
};

/** How many orders lie in each view; null where they were not counted. */
type Counts = Record<SavedView, BoundedCount> | null;

/**
 * Answers the tiles above the list. Links to views keep what the list is searched and filtered by. `openGroup`: the one
 * group for the grader that batches can be put into, null where there is none, or a choice.
 */
export function dayRow(query: ListQuery, counts: Counts, openGroup: number | null): DayTile[] {
  return DAY_TILES.map((name) => {
    const views = VIEW_NAMES.filter((view) => VIEWS[view].tile?.name === name);
    const waiting = views.find((view) => (counts?.[view].count ?? 0) > 0);
    const lead = waiting ?? (views[0] as SavedView);
    const isDone = counts !== null && waiting === undefined;
    return {
      name,
      title: TITLES[name] ?? VIEWS[lead].label,
      lead: linkTo(lead, query, counts),
      others: views
        .filter((view) => view !== lead)
        .map((view) => linkTo(view, query, counts))
        .filter(({ count, isHere }) => count !== "0" || isHere),
      step: isDone ? null : stepOf(lead, query, openGroup),
      late: waiting === undefined ? null : (LATE[name] ?? null),
    };
  });
}

/** Answers the links to all views that are in no tile. */
export function moreViews(query: ListQuery, counts: Counts): ViewLink[] {
  return VIEW_NAMES.filter((view) => VIEWS[view].tile === null).map((view) => linkTo(view, query, counts));
}

function linkTo(view: SavedView, query: ListQuery, counts: Counts): ViewLink {
  return {
    view,
    label: VIEWS[view].label,
    count: counts && countWords(counts[view]),
    href: listHref(query, { view, sort: null }),
    isHere: query.view === view,
    isLate: (view === "late_to_open" || view === "late_home") && (counts?.[view].count ?? 0) > 0,
  };
}

function stepOf(view: SavedView, query: ListQuery, openGroup: number | null): DayTile["step"] {
  const { tile } = VIEWS[view];
  if (tile === null) return null;
  const hrefs: Record<Place, string> = {
    desk: staffPaths.receive,
    group: openGroup === null ? staffPaths.grader : staffPaths.group(openGroup),
    returns: staffPaths.returns,
    list: listHref(query, { view, sort: null }),
  };
  return { words: tile.step, href: hrefs[tile.at] };
}
