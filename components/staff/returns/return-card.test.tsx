/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { ReturnCard } from "@/components/staff/returns/return-card";
import { emptyProfile } from "@/lib/profile/profile";
import type { ReturnedOrder } from "@/lib/staff/returns/return-desk";
import { aStaffOrder } from "@/sandbox/builders/order";

jest.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {}, refresh: () => {} }) }));

type Standing = Partial<ReturnedOrder>;
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

test("a batch that cannot go says why, and takes no carrier's label", () => {
  show("paid", { refusal: "not_graded" });
  expect(screen.getByText(/^This batch is not graded\./)).toBeTruthy();
  expect(screen.queryByLabelText("Tracking number")).toBeNull();
  show("paid", { submission_status: "graded" });
  expect(screen.getByLabelText("Tracking number")).toBeTruthy();
});

test("of a paid batch only what was not graded with the others is said", () => {
  show("paid");
  expect(screen.queryByText(/go back ungraded$/)).toBeNull();
  expect(screen.getByText(/did not go to the grader/)).toBeTruthy();
});

const until = "2026-11-27T14:05:00Z";
const QUESTION = {
  id: "00000000-0000-4000-8000-000000000002",
  until,
  choice: null,
  decided_at: null,
  is_by_staff: null,
  is_open: false,
  of_order: { address_line1: "5 Elm" },
  of_profile: { address_line1: "9 Oak" },
};
const moved = {
  submission_status: "graded",
  late_cards: null,
  return_address: { address_line1: "5 Elm" },
  profile: { ...emptyProfile("u1"), address_line1: "9 Oak" },
} as const;
const alert = () =>
  screen.getByText("The profile has another address than the order").parentElement?.textContent;

test("whose owner nobody has asked, of a profile with another address, is to be asked before it is sent", () => {
  show("paid", moved);
  expect(alert()).toContain("Ask which one is right before it is sent.");
});

test.each([
  [{ is_open: true }, "The owner is asked where to, until Nov 27, 2026, 2:05 PM UTC."],
  [{}, "The owner did not answer: the order's address counts, since Nov 27, 2026, 2:05 PM UTC."],
  [
    { choice: "order" as const, decided_at: until, is_by_staff: false },
    "The owner said it: the order's address, on Nov 27, 2026, 2:05 PM UTC.",
  ],
])("whose owner was asked (%j) is not to be asked once more", (asked, words) => {
  show("paid", { ...moved, address_question: { ...QUESTION, ...asked } });
  expect(alert()).toContain(words);
  expect(screen.queryByText(/Ask which one is right/)).toBeNull();
});

test.each([
  ["is open", { refusal: "address_asked" as const }, { is_open: true }, true],
  ["was not answered", {}, {}, true],
  ["was answered", {}, { choice: "order" as const, decided_at: until, is_by_staff: false }, false],
  ["was not answered, and the cards have left", { submission_status: "completed" as const }, {}, false],
])("staff settle a question that %s: %s", (_, standing, asked, canSettle) => {
  show("paid", { ...moved, ...standing, address_question: { ...QUESTION, ...asked } });
  expect(screen.queryByRole("button", { name: "The profile's address" }) !== null).toBe(canSettle);
});

test("a canceled batch whose package is here is not said to be waited for", () => {
  show("canceled", { submission_status: "pending", received_count: null, arrived_at: until });
  expect(screen.getByText("Here, unopened")).toBeTruthy();
  expect(screen.queryByText("Waiting for the cards")).toBeNull();
});
