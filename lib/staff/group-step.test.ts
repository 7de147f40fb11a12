import { GROUP_STEPS, groupStep } from "@/lib/staff/group-step";

test("every step has words of its own", () => {
  const labels = GROUP_STEPS.map((step) => groupStep(step).label);
  expect(new Set(labels).size).toBe(GROUP_STEPS.length);
});
