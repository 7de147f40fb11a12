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

test.each([
  ["unopened", {}, HERE.arrived_at],
  ["counted in part", { is_counted_in_part: true }, HERE.arrived_at],
  ["on its way", { arrived_at: null }, "2026-11-10T10:00:00Z"],
  ["counted", { submission_status: "received" }, "2026-11-10T10:00:00Z"],
] as const)("the first step of a batch that is %s has the day of what it says", (_, stands, at) => {
  const paid = {
    type: "payment_status",
    from: "unpaid",
    to: "paid",
    actor: "stripe",
    message: null,
  } as const;
  const events = [{ ...paid, at: "2026-11-10T10:00:00Z" }];
  expect(timelineOf({ ...HERE, ...stands }, events).steps[0]?.at).toBe(at);
});

test("a box that is counted while the rest is awaited, and one that was not, in words", () => {
  const event = { from: "1", actor: "staff", at: "2026-11-21T10:00:00Z" } as const;
  const message = "We counted 4 of 10. We wait for the rest.";
  const { entries } = timelineOf(HERE, [
    { ...event, type: "box_counted", to: "4", message },
    { ...event, type: "undone", to: "arrived_at,box_counts", message: null },
  ]);
  expect(entries).toMatchObject([
    { title: "Corrected: a box was counted here by mistake" },
    { title: "Box 1 of your package counted: 4 cards", who: "our receiving team", message },
  ]);
});
