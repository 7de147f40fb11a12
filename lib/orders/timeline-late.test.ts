import { timelineOf } from "@/lib/orders/timeline";

const order = { payment_status: "paid", submission_status: "grading", arrived_at: null } as const;

test.each([
  ["ahead", 1],
  ["due", 1],
  ["delayed", 0],
  ["late", 0],
  [null, 1],
] as const)("of a promise that is %s the usual duration is told %d times", (promise, times) => {
  expect(timelineOf(order, [], promise).steps.filter(({ typical }) => typical)).toHaveLength(times);
});
