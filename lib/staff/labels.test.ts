import { packageConditionSchema, paymentStatusSchema } from "@/lib/orders/order";
import {
  conditionLabel,
  countWords,
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
