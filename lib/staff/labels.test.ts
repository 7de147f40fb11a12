import { packageConditionSchema, paymentStatusSchema } from "@/lib/orders/order";
import {
  conditionLabel,
  countWords,
  disputeLabel,
  fulfillmentLabel,
  paymentLabel,
  submissionLabel,
} from "@/lib/staff/labels";

test.each([
  [{ count: 37, is_more: false }, "37"],
  [{ count: 1000, is_more: true }, "1,000+"],
])("%j is written %s", (count, words) => expect(countWords(count)).toBe(words));

test.each([
  ["not_received", "Not received"],
  ["on the moon", "on the moon"],
])("the fulfillment %s reads %s", (status, label) => expect(fulfillmentLabel(status)).toBe(label));

test.each([
  ["needs_response", "Needs our answer", false],
  ["warning_closed", "Inquiry closed", true],
  ["lost", "Lost", true],
  ["of-another-time", "of-another-time", false],
])("a dispute that is %s reads %s, and is over: %s", (status, label, isOver) => {
  expect(disputeLabel(status)).toEqual({ label, isOver });
});

test("every payment status and every condition has a label of its own", () => {
  const labels = [
    ...paymentStatusSchema.options.map((status) => paymentLabel(status).label),
    ...packageConditionSchema.options.map(conditionLabel),
  ];
  expect(new Set(labels).size).toBe(labels.length);
});

test.each([
  ["pending", "Waiting for the cards", "neutral"],
  ["grading", "At the grader", "accent"],
  ["delivered", "Returned to the owner", "success"],
  ["teleported", "teleported", "neutral"],
])("staff read of a batch that is %s: %s", (status, label, tone) => {
  expect(submissionLabel(status)).toEqual({ label, tone });
});
