/**
 * The views that someone works from, in the order of a day's work: name, contents, and the time that each is sorted by, oldest first.
 * private.staff_views decides which orders a view has.
 */
export const ORDER_VIEWS = {
  to_check_in: { label: "To check in", hint: "Paid, and not counted yet", place: "paid_at" },
  ready_to_send: { label: "Ready to send", hint: "Counted, and in no shipment yet", place: "received_at" },
  at_grader: { label: "At the grader", hint: "On the way to the grader, or there", place: "received_at" },
  to_return: {
    label: "To return",
    hint: "Graded, or canceled while the cards are here",
    place: "arrived_at",
  },
  waiting_on_customer: {
    label: "Waiting on customer",
    hint: "The customer has to answer or to pay",
    place: "waiting_since",
  },
  waiting_on_us: { label: "Waiting on us", hint: "We have to decide or to answer", place: "waiting_since" },
  overdue: { label: "Overdue", hint: "Past the last day of the present step", place: "due_on" },
  money_to_review: {
    label: "Money to review",
    hint: "Disputes, reviews and payments that don't match",
    place: "waiting_since",
  },
} as const;

/** One of the views. */
export type SavedView = keyof typeof ORDER_VIEWS;

/** Names the views, in their order. */
export const SAVED_VIEWS = Object.keys(ORDER_VIEWS) as [SavedView, ...SavedView[]];
