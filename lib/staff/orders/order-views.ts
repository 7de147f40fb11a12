/**
 * The views that staff work from, in the order of a day's work, and the time that each is sorted by, oldest first. The database
 * decides which orders a view has (private.staff_views).
 */
export const ORDER_VIEWS = {
  to_check_in: { label: "To check in", place: "paid_at" },
  ready_to_send: { label: "Ready to send", place: "received_at" },
  at_grader: { label: "At the grader", place: "received_at" },
  to_return: { label: "To ship back", place: "arrived_at" },
  waiting_on_customer: { label: "Waiting on customer", place: "waiting_since" },
  waiting_on_us: { label: "Waiting on you", place: "waiting_since" },
  overdue: { label: "Overdue", place: "due_on" },
  money_to_review: { label: "Money to review", place: "waiting_since" },
} as const;

/** One of the views. */
export type SavedView = keyof typeof ORDER_VIEWS;

/** Names the views, in their order. */
export const SAVED_VIEWS = Object.keys(ORDER_VIEWS) as [SavedView, ...SavedView[]];
