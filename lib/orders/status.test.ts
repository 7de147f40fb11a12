import { batchStatus, paymentStatus, submissionStatus } from "@/lib/orders/status";

test.each([
  ["pending", "Waiting for your cards", "neutral"],
  ["received", "Received and counted", "accent"],
  ["processing", "Being prepared", "accent"],
  ["shipped", "Shipped to grader", "accent"],
  ["grading", "At the grader", "accent"],
  ["graded", "Grades ready", "success"],
  ["completed", "On its way back", "success"],
  ["delivered", "Returned to you", "success"],
  ["something new", "something new", "neutral"],
  ["constructor", "constructor", "neutral"],
])("%s reads %s", (status, label, tone) => {
  expect(submissionStatus(status)).toEqual({ label, tone });
});

test.each([
  ["paid", "Paid"],
  ["unpaid", "Unpaid"],
  ["failed", "Unpaid"],
  ["canceled", "Unpaid"],
  ["pending", "Unpaid, payment on its way"],
] as const)("a payment that is %s reads %s", (status, label) => {
  expect(paymentStatus(status).label).toBe(label);
});

test.each([
  ["paid", "pending", "Waiting for your cards"],
  ["unpaid", "pending", "Pending"],
  ["pending", "pending", "Pending"],
  ["canceled", "pending", "Canceled"],
  ["paid", "grading", "At the grader"],
  ["canceled", "received", "Received and counted"],
] as const)("a batch that is %s and %s reads %s", (payment_status, submission_status, label) => {
  expect(batchStatus({ payment_status, submission_status }).label).toBe(label);
});
