/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { ReturnCard } from "@/components/staff/returns/return-card";
import type { ReturnedOrder } from "@/lib/staff/returns/return-desk";
import { aStaffOrder } from "@/sandbox/builders/order";

jest.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {}, refresh: () => {} }) }));

type Standing = Partial<Pick<ReturnedOrder, "submission_status" | "late_cards">>;
const show = (payment_status: ReturnedOrder["payment_status"], standing: Standing = {}) =>
  render(
    <ReturnCard
      order={{
        ...aStaffOrder({ payment_status, received_count: 8, submission_status: "received" }),
        return_address: { address_line1: "5 Elm" },
        profile: null,
        refusal: null,
        grader_group_id: null,
        late_cards: 2,
        address_question: null,
        ...standing,
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

test.each([
  ["canceled", null, "This batch is canceled: its cards go back graded"],
  ["canceled", 2, "This batch is canceled: its cards go back graded, but for 2 cards that came later"],
  ["unpaid", null, "This batch was not paid: its cards go back graded"],
] as const)(
  "of one that is %s after it was graded (%s not), that it goes graded",
  (payment, late_cards, words) => {
    show(payment, { submission_status: "graded", late_cards });
    expect(screen.getByText(words)).toBeTruthy();
  },
);

test("of a paid batch only what was not graded with the others is said", () => {
  show("paid");
  expect(screen.queryByText(/go back ungraded$/)).toBeNull();
  expect(screen.getByText(/did not go to the grader/)).toBeTruthy();
});
