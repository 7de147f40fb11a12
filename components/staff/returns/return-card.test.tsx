/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { ReturnCard } from "@/components/staff/returns/return-card";
import type { ReturnedOrder } from "@/lib/staff/returns/return-desk";
import { aStaffOrder } from "@/sandbox/builders/order";

jest.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {}, refresh: () => {} }) }));

const show = (
  payment_status: ReturnedOrder["payment_status"],
  submission_status: ReturnedOrder["submission_status"] = "received",
) =>
  render(
    <ReturnCard
      order={{
        ...aStaffOrder({ payment_status, submission_status, received_count: 8 }),
        return_address: { address_line1: "5 Elm" },
        profile: null,
        refusal: null,
        grader_group_id: null,
        late_cards: 2,
        address_question: null,
      }}
    />,
  );

test.each([
  ["canceled", "This batch is canceled: its cards go back ungraded"],
  ["unpaid", "This batch was not paid: its cards go back ungraded"],
  ["failed", "This batch was not paid: its cards go back ungraded"],
] as const)("who sends a batch that is %s reads that it goes ungraded", (payment, words) => {
  show(payment);
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByText(/did not go to the grader/)).toBeNull();
});

test("a batch that was graded before its money went back is not called ungraded", () => {
  show("canceled", "graded");
  expect(screen.getByText("This batch is canceled: its cards go back all the same")).toBeTruthy();
});

test("of a paid batch only what was not graded with the others is said", () => {
  show("paid");
  expect(screen.queryByText(/go back ungraded$/)).toBeNull();
  expect(screen.getByText(/did not go to the grader/)).toBeTruthy();
});
