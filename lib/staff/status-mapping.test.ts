import type { FulfillmentStatus, SubmissionStatus } from "@/lib/orders/order";
import { SUBMISSION_STEPS } from "@/lib/orders/status";
import { fulfillmentOf, isCorrection, rollUpOf, statusesAfter } from "@/lib/staff/status-mapping";

test.each<[SubmissionStatus, FulfillmentStatus, string]>([
  ["pending", "not_received", "pending"],
  ["received", "grading", "processing"],
  ["processing", "grading", "processing"],
  ["shipped", "grading", "processing"],
  ["grading", "grading", "processing"],
  ["graded", "grading", "processing"],
  ["completed", "complete", "completed"],
  ["delivered", "complete", "completed"],
])("%s lies in %s and rolls up to %s", (submission, fulfillment, rollUp) => {
  expect(fulfillmentOf(submission)).toBe(fulfillment);
  expect(rollUpOf(submission)).toBe(rollUp);
});

type Pair = `${FulfillmentStatus}/${SubmissionStatus}`;
const pair = (text: Pair) => {
  const [fulfillment, submission] = text.split("/") as [FulfillmentStatus, SubmissionStatus];
  return { fulfillment, submission };
};

test.each<[Pair, { fulfillment?: FulfillmentStatus; submission?: SubmissionStatus }, Pair]>([
  ["not_received/pending", { fulfillment: "grading" }, "grading/processing"],
  ["grading/shipped", { fulfillment: "complete" }, "complete/completed"],
  ["complete/delivered", { fulfillment: "not_received" }, "not_received/pending"],
  ["grading/shipped", { fulfillment: "grading" }, "grading/shipped"],
  // Set apart by hand before: the fine one already lies where the coarse one goes.
  ["not_received/graded", { fulfillment: "grading" }, "grading/graded"],
  ["not_received/pending", { submission: "received" }, "grading/received"],
  ["grading/graded", { submission: "completed" }, "complete/completed"],
  ["complete/delivered", { submission: "pending" }, "not_received/pending"],
  // Staff who pick both get both.
  ["not_received/pending", { fulfillment: "complete", submission: "grading" }, "complete/grading"],
  ["grading/grading", {}, "grading/grading"],
])("%s with %j becomes %s", (now, picked, after) => {
  expect(statusesAfter(pair(now), picked)).toEqual(pair(after));
});

test("a step back is a correction, a step on or none is not", () => {
  for (const [i, from] of SUBMISSION_STEPS.entries()) {
    for (const [j, to] of SUBMISSION_STEPS.entries()) expect(isCorrection(from, to)).toBe(j < i);
  }
});
