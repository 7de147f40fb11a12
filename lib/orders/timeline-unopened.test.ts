import { timelineOf } from "@/lib/orders/timeline";

const HERE = {
  payment_status: "paid",
  submission_status: "pending",
  arrived_at: "2026-11-20T10:00:00Z",
} as const;

test.each([
  ["at its first step", {}, "Here, not opened yet"],
  ["once it is counted", { submission_status: "received" }, "Waiting for your cards"],
  ["once it is canceled, and has no step", { payment_status: "canceled" }, undefined],
] as const)("a package that is here, unopened, is told of a batch %s", (_, stands, label) => {
  expect(timelineOf({ ...HERE, ...stands }, []).steps[0]?.label).toBe(label);
});
