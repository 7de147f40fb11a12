import { SUBMISSION_STEPS } from "@/lib/orders/status";
import { HOUSE_STEPS, isInHouse, stepHref, stepLabel } from "@/lib/staff/numbers/house-steps";

test("the steps are those of a batch, in their order, without the last one", () => {
  expect([...HOUSE_STEPS, "delivered"]).toEqual([...SUBMISSION_STEPS]);
});

test("each step has a name of its own", () => {
  expect(new Set(HOUSE_STEPS.map(stepLabel)).size).toBe(HOUSE_STEPS.length);
});

test("a step leads to its paid batches in the list of orders", () => {
  expect(stepHref("grading")).toBe("/admin?payment=paid&submission=grading");
});

test("what is to come or on its way back is not in the house", () => {
  expect(HOUSE_STEPS.filter((step) => !isInHouse(step))).toEqual(["pending", "completed"]);
});
