import type { SavedView } from "@/lib/staff/labels";
import type { ListQuery } from "@/lib/staff/orders/list-query";

const HERE_FIRST = { place: "arrived_at", words: "longest here first" };
const RECEIVED_FIRST = { place: "received_at", words: "longest here first" };

/**
 * What waits longest stands first in a saved view: by which time of an order, and in words. All orders have the newest
 * submission first. A test compares the times with the database's private.staff_view_place.
 */
export const LONGEST_FIRST: Record<SavedView, { place: string; words: string }> = {
  needs_check_in: { place: "submitted_at", words: "oldest first" },
  not_paid: HERE_FIRST,
  count_differs: RECEIVED_FIRST,
  exceptions: { place: "attention_since", words: "longest without being settled first" },
  to_review: { place: "review_since", words: "longest to be reviewed first" },
  set_aside: { place: "set_aside_since", words: "longest set aside first" },
  ready_to_return: RECEIVED_FIRST,
  to_send_back: HERE_FIRST,
  overdue: { place: "promised_to", words: "longest late first" },
  overdue_untold: { place: "promised_to", words: "longest late first" },
  ready_to_send: RECEIVED_FIRST,
  to_count: HERE_FIRST,
  late_to_open: HERE_FIRST,
  never_received: { place: "paid_at", words: "longest paid first" },
  not_shipped: { place: "paid_at", words: "longest paid first" },
  said_shipped: { place: "inbound_shipped_at", words: "longest on the way here first" },
  said_delivered: { place: "inbound_delivered_at", words: "longest said to be delivered first" },
  late_home: { place: "sent_back_at", words: "longest on the way back first" },
  cancel_requested: { place: "cancel_requested_at", words: "longest asked to cancel first" },
  waiting: { place: "waiting_since", words: "longest asked first" },
  problems: { place: "problem_place", words: "longest without an answer first" },
};

/** Answers by which time of its orders a list stands that nobody put in another order. */
export function placeOf({ view }: Pick<ListQuery, "view">): string {
  return view ? LONGEST_FIRST[view].place : "submitted_at";
}

/** Names the ways through a list: to the page before, to the first one, and to the one after. */
export function pagerWords(query: Pick<ListQuery, "view">): { former: string; first: string; later: string } {
  if (!query.view) return { former: "Newer", first: "Newest", later: "Older" };
  return placeOf(query) === "submitted_at"
    ? { former: "Older", first: "Oldest", later: "Newer" }
    : { former: "Longer", first: "Longest", later: "Shorter" };
}

/** Names the way on from where a search has stopped. */
export function onwardsWord(query: Pick<ListQuery, "view" | "isBackwards">): string {
  const { former, later } = pagerWords(query);
  return query.isBackwards ? former : later;
}

/** Says in which order the rows of a list stand. */
export function listOrderWords({ view, sort }: Pick<ListQuery, "view" | "sort">): string {
  if (sort) return `Orders by ${sort.by}, ${sort.isDescending ? "descending" : "ascending"}`;
  return `Orders, ${view ? LONGEST_FIRST[view].words : "newest first"}`;
}
