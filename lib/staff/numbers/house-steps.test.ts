import { SUBMISSION_STEPS } from "@/lib/orders/status";
import { submissionLabel } from "@/lib/staff/labels";
import { HOUSE_STEPS, isInHouse, stepHref, stepLabel } from "@/lib/staff/numbers/house-steps";

test("the steps are those of a batch, in their order, without the last one", () => {
  expect([...HOUSE_STEPS, "delivered"]).toEqual([...SUBMISSION_STEPS]);
});

test("a step is called what its batches are called in the list, but for those that are paid and not here", () => {
  expect(stepLabel("pending")).toBe("Paid, cards not here");
  for (const step of HOUSE_STEPS.filter((one) => one !== "pending"))
    expect(stepLabel(step)).toBe(submissionLabel(step).label);
  expect(new Set(HOUSE_STEPS.map(stepLabel)).size).toBe(HOUSE_STEPS.length);
});

test("a step leads to its paid batches in the list of orders", () => {
  expect(stepHref("grading")).toBe("/admin?payment=paid&submission=grading");
});

test("what is to come or on its way back is not in the house", () => {
  expect(HOUSE_STEPS.filter((step) => !isInHouse(step))).toEqual(["pending", "completed"]);
});
