import { orderEventTypeSchema } from "@/lib/orders/order";
import { actorWords, eventWords } from "@/lib/staff/order/event-words";

type Event = Parameters<typeof eventWords>[0];
const anEvent = (fields: Partial<Event>): Event => ({
  type: "created",
  from_value: null,
  to_value: null,
  data: null,
  ...fields,
});

test.each<[Partial<Event>, string, string | null]>([
  [{ type: "created", to_value: "unpaid" }, "Order created", "Unpaid"],
  [{ type: "payment_status", from_value: "unpaid", to_value: "paid" }, "Payment", "Unpaid → Paid"],
  [
    { type: "submission_status", from_value: "grading", to_value: "received", data: { corrected: true } },
    "Submission corrected",
    "At the grader → Received and counted",
  ],
  [{ type: "tracking_number", to_value: "1Z" }, "Tracking number", "none → 1Z"],
  [{ type: "linked", to_value: "an account" }, "Linked to an account", null],
  [
    { type: "review_reason", from_value: "refund_failed" },
    "To be reviewed",
    "A refund failed later: the money is with us again → none",
  ],
  [{ type: "review_reason", from_value: "damaged_cards" }, "To be reviewed", "Cards damaged → none"],
  [
    { type: "exception_resolved", from_value: "second_payment" },
    "Payment exception settled",
    "The order was paid a second time",
  ],
  [{ type: "package_matched", to_value: "1Z" }, "Package matched", "1Z"],
  [{ type: "recounted", from_value: "9", to_value: "10" }, "Counted again", "9 → 10"],
  [{ type: "late_cards_sent", to_value: "2:SUB-9" }, "Late cards sent", "2 cards, SUB-9"],
  [{ type: "late_cards_sent", from_value: "1:SUB-9" }, "Late cards sent", "not in the box: 1 card, SUB-9"],
  [{ type: "late_cards_graded", to_value: "2:SUB-9" }, "Late cards graded", "2 cards, SUB-9"],
  [{ type: "arrived" }, "Package arrived", null],
  [{ type: "delay", to_value: "2026-12-21" }, "Delay", "until Dec 21"],
  [{ type: "delay", from_value: "2026-12-21" }, "Delay", "none any more"],
  [{ type: "payment_status", from_value: "pending", to_value: "canceled" }, "Payment", "Pending → Canceled"],
  [{ type: "payment_status", to_value: "of-another-time" }, "Payment", "none → of-another-time"],
  [
    { type: "dispute_status", from_value: "needs_response", to_value: "under_review" },
    "Dispute",
    "Needs our answer → The bank is looking at it",
  ],
  [
    { type: "fulfillment_status", from_value: "not_received", to_value: "complete" },
    "Fulfillment",
    "Not received → Complete",
  ],
  [
    { type: "submission_status", from_value: "grading", to_value: "graded", data: { not_told: true } },
    "Submission (customer not notified)",
    "At the grader → Grades ready",
  ],
  [{ type: "reason", to_value: "The bank said so" }, "Reason given", null],
  [{ type: "package_condition", from_value: "ok" }, "Package condition", "In good order → none"],
  [{ type: "package_condition", to_value: "damaged_cards" }, "Package condition", "Cards damaged"],
  [{ type: "exception_resolved" }, "Payment exception settled", null],
  [{ type: "undone", from_value: "check_in", to_value: "received_count" }, "Taken back", "the check-in"],
  [
    { type: "undone", from_value: "told", to_value: "tracking_number" },
    "Taken back",
    "what the customer was told",
  ],
  [{ type: "undone", from_value: "of-another-time" }, "Taken back", null],
  [{ type: "shelf_location", from_value: "A-7", to_value: null }, "Shelf", "A-7 → none"],
  [{ type: "inbound_tracking", to_value: "1Z" }, "Package tracking", "none → 1Z"],
  [{ type: "box_counted", from_value: "2", to_value: "5" }, "Box counted", "box 2: 5 cards"],
  [{ type: "set_aside", to_value: "unpaid" }, "Set aside", "Not paid"],
  [{ type: "set_aside" }, "Set aside", null],
  [{ type: "photo", to_value: "count" }, "Photograph", "the counted cards"],
  [{ type: "photo", from_value: "card" }, "Photograph", "taken back: a card"],
  [{ type: "photo_shown", from_value: "false", to_value: "true" }, "Photograph", "the customer sees it"],
  [
    { type: "photo_shown", from_value: "true", to_value: "false" },
    "Photograph",
    "the customer does not see it",
  ],
  [{ type: "return_address", to_value: "asked" }, "Return address", "Asked the customer where the cards go"],
  [{ type: "return_address", to_value: "withdrawn" }, "Return address", "The customer is not asked any more"],
  [{ type: "return_address", to_value: "order" }, "Return address", "The cards go to the order's address"],
  [
    { type: "return_address", to_value: "profile" },
    "Return address",
    "The cards go to the new address of the profile",
  ],
  [
    { type: "return_address", to_value: "of-another-time" },
    "Return address",
    "News about where the cards go",
  ],
  [{ type: "set_aside_asked" }, "Asked about it", null],
  [{ type: "set_aside_ended", from_value: "unpaid" }, "No longer set aside", null],
  [{ type: "undone", from_value: "set_aside_end" }, "Taken back", "that it was no longer set aside"],
])("%j reads as %s: %s", (fields, title, change) => {
  expect(eventWords(anEvent(fields))).toEqual({ title, change });
});

test.each(orderEventTypeSchema.options)("%s has a title that is not the stored word", (type) => {
  expect(eventWords(anEvent({ type })).title).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
});

test.each([
  ["staff", "sam@example.test", "sam@example.test"],
  ["staff", null, "Staff"],
  ["customer", null, "Customer"],
  ["stripe", null, "Payment service"],
  ["system", null, "System"],
] as const)("%s with the address %s is %s", (actor_type, actor_email, words) => {
  expect(actorWords({ actor_type, actor_email })).toBe(words);
});
