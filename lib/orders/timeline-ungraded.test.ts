import { timelineOf, wentHomeUngraded } from "@/lib/orders/timeline";
import { anOrderEvent } from "@/sandbox/builders/order-event";

const moved = (from: string, to: string) => anOrderEvent({ from, to });
const SHORT = { done: "d", now: "N", next: "n", skipped: "-" };

test.each([
  [
    "graded",
    [moved("grading", "graded"), moved("graded", "completed")],
    "completed",
    "paid",
    "ddddddNn",
    false,
  ],
  [
    "ungraded",
    [moved("pending", "received"), moved("received", "completed")],
    "completed",
    "paid",
    "dd----Nn",
    true,
  ],
  [
    "ungraded and arrived",
    [moved("received", "completed"), moved("completed", "delivered")],
    "delivered",
    "paid",
    "dd----dN",
    true,
  ],
  ["at once to its end", [moved("processing", "delivered")], "delivered", "paid", "ddd---dN", true],
  ["from the grader", [moved("grading", "completed")], "completed", "paid", "ddddddNn", false],
  ["refunded", [moved("received", "completed")], "completed", "canceled", "dd----dn", true],
  [
    "home ungraded, taken back, then graded",
    [
      moved("received", "completed"),
      moved("completed", "received"),
      moved("grading", "graded"),
      moved("graded", "completed"),
    ],
    "completed",
    "paid",
    "ddddddNn",
    false,
  ],
  [
    "home ungraded, and taken back",
    [moved("received", "completed"), moved("completed", "received")],
    "received",
    "paid",
    "dNnnnnnn",
    true,
  ],
  [
    "from a status that nobody knows",
    [moved("on the moon", "completed")],
    "completed",
    "paid",
    "ddddddNn",
    false,
  ],
] as const)("a batch that went home: %s", (_, events, status, payment, expected, isUngraded) => {
  const { steps } = timelineOf({ payment_status: payment, submission_status: status, arrived_at: null }, [
    ...events,
  ]);
  expect(steps.map(({ state }) => SHORT[state]).join("")).toBe(expected);
  expect(wentHomeUngraded([...events])).toBe(isUngraded);
});

test("a batch that was never paid and went home has reached no step, and passed over none", () => {
  const { steps } = timelineOf(
    { payment_status: "unpaid", submission_status: "completed", arrived_at: null },
    [moved("received", "completed")],
  );
  expect(steps.every(({ state }) => state === "next")).toBe(true);
});

test("a batch of which nothing is told has left out nothing", () => {
  const { steps } = timelineOf(
    { payment_status: "paid", submission_status: "completed", arrived_at: null },
    [],
  );
  expect(steps.map(({ state }) => SHORT[state]).join("")).toBe("ddddddNn");
});
