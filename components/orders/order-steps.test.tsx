/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { OrderSteps } from "@/components/orders/order-steps";
import { nextStep } from "@/lib/orders/brief-timeline";
import { timelineOf } from "@/lib/orders/timeline";
import { anOrder } from "@/sandbox/builders/order";

const NOW = Date.parse("2026-11-25T12:00:00Z");
const show = (fields: Parameters<typeof anOrder>[0]) => {
  const order = anOrder(fields);
  const { container } = render(
    <OrderSteps next={nextStep(order, NOW)} timeline={timelineOf(order, [])} readAt={NOW} level={2} />,
  );
  return container.textContent;
};

test.each<[string, Parameters<typeof anOrder>[0], string]>([
  ["is not shipped", {}, "Next: You send us your package, if it is not on its way yet."],
  [
    "is with the grader",
    {
      submission_status: "grading",
      arrived_at: "2026-11-20T10:00:00Z",
      promised_from: "2026-12-07",
      promised_to: "2026-12-14",
    },
    "Next: When the grades are in, the cards come back to us. The grading company does this.",
  ],
  [
    "was refunded with its cards here",
    { payment_status: "canceled", arrived_at: "2026-11-20T10:00:00Z" },
    "Next: We send your cards back to you.",
  ],
])(
  "of a batch that %s it says what comes next, and who does it where that is not in the words",
  (_, fields, words) => {
    const text = show(fields);
    expect(text).toContain(words);
    // Until when stands above the steps.
    expect(text).not.toMatch(/[Ee]xpected back|By you/);
  },
);

test("of one that is delivered nothing comes next", () => {
  show({ submission_status: "delivered" });
  expect(screen.queryByText(/Next:/)).toBeNull();
});
