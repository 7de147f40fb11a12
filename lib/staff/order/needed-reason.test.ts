import { isReasonNeeded } from "@/lib/staff/order/needed-reason";

test.each([
  ["paid", "received", {}, false],
  ["paid", "received", { submission_status: "shipped" }, false],
  ["canceled", "graded", { submission_status: "completed", tracking_number: "1Z1" }, false],
  ["paid", "graded", { submission_status: "completed" }, true],
  ["paid", "graded", { submission_status: "delivered", tracking_number: " " }, true],
  ["paid", "completed", { submission_status: "delivered" }, false],
  ["paid", "completed", { tracking_number: "" }, false],
  ["paid", "received", { payment_status: "unpaid" }, true],
  ["paid", "shipped", { submission_status: "received" }, true],
  ["paid", "received", { submission_status: "pending" }, true],
  ["unpaid", "received", { submission_status: "processing" }, false],
  ["unpaid", "received", { submission_status: "shipped" }, true],
  ["pending", "received", { submission_status: "delivered" }, true],
  ["failed", "pending", { submission_status: "completed" }, true],
  ["unpaid", "shipped", {}, false],
  ["paid", "processing", { submission_status: "completed", tracking_number: "1Z1" }, true],
  ["canceled", "received", { submission_status: "completed", tracking_number: "1Z1" }, false],
  ["paid", "shipped", { submission_status: "completed", tracking_number: "1Z1" }, false],
] as const)("%s and %s, changed to %j: %s", (payment_status, submission_status, changes, isNeeded) => {
  const order = { payment_status, submission_status, tracking_number: null, address_asked_until: null };
  expect(isReasonNeeded(order, changes)).toBe(isNeeded);
});

test.each([
  [{ submission_status: "completed" }, true],
  [{ submission_status: "delivered" }, true],
  [{}, false],
] as const)("whose owner is asked where to, changed to %j: %s", (changes, isNeeded) => {
  const asked = {
    payment_status: "paid",
    submission_status: "graded",
    tracking_number: "1Z1",
    address_asked_until: "2026-11-27",
  } as const;
  expect(isReasonNeeded(asked, changes)).toBe(isNeeded);
});
