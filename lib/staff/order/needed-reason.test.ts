import { isReasonNeeded } from "@/lib/staff/order/needed-reason";

test.each([
  ["paid", "received", {}, false],
  ["paid", "received", { submission_status: "shipped" }, false],
  ["canceled", "graded", { submission_status: "completed" }, false],
  ["paid", "received", { payment_status: "unpaid" }, true],
  ["paid", "shipped", { submission_status: "received" }, true],
  ["paid", "received", { submission_status: "pending" }, true],
  ["unpaid", "received", { submission_status: "processing" }, false],
  ["unpaid", "received", { submission_status: "shipped" }, true],
  ["pending", "received", { submission_status: "delivered" }, true],
  ["failed", "pending", { submission_status: "completed" }, true],
  ["unpaid", "shipped", {}, false],
] as const)("%s and %s, changed to %j: %s", (payment_status, submission_status, changes, isNeeded) => {
  expect(isReasonNeeded({ payment_status, submission_status }, changes)).toBe(isNeeded);
});
