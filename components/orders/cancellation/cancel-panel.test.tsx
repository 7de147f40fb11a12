/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { CancelPanel } from "@/components/orders/cancellation/cancel-panel";

jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: jest.fn() }) }));

const ASKED = {
  kind: "asked",
  at: "2026-11-20T10:00:00Z",
  isTheirs: true,
  isShipped: false,
  isHere: false,
  isRefunding: false,
  hasFailed: false,
} as const;
type Shown = Parameters<typeof CancelPanel>[0]["cancellation"];
const show = (cancellation: Shown) =>
  render(<CancelPanel orderId="1" cancellation={cancellation} token={null} level={2} />);
const named = (name: string) => screen.queryByRole("button", { name });

test.each<[string, Shown, RegExp, string]>([
  ["is refunded at once", { kind: "refund", cents: 5_000 }, /\$50\.00 goes back/, "Cancel and refund $50.00"],
  [
    "is on its way",
    { kind: "ask", cents: 5_000, isShipped: true },
    /When your package is here, we answer/,
    "Ask to cancel",
  ],
  [
    "was not paid by card",
    { kind: "ask", cents: 5_000, isShipped: false },
    /We answer by email about/,
    "Ask to cancel",
  ],
])("what %s says so before it is pressed", (_, cancellation, question, button) => {
  show(cancellation);
  fireEvent.click(screen.getByRole("button", { name: "Cancel this batch" }));
  expect(screen.getByText(question)).toBeTruthy();
  expect(named(button)).toBeTruthy();
});

test("the question has the keyboard once it is asked, and Keep it gives it back", () => {
  show({ kind: "refund", cents: 5_000 });
  fireEvent.click(screen.getByRole("button", { name: "Cancel this batch" }));
  expect(document.activeElement?.textContent).toMatch(/^Cancel this batch\?/);
  fireEvent.click(screen.getByRole("button", { name: "Keep it" }));
  expect(document.activeElement).toBe(named("Cancel this batch"));
});

test.each<[string, Shown, RegExp, boolean]>([
  ["that is being refunded", { ...ASKED, isRefunding: true }, /Your money is on its way back/, false],
  ["that staff decide", ASKED, /We look into it and answer by email/, true],
  ["on its way", { ...ASKED, isShipped: true }, /We answer by email when your package is here/, true],
  [
    "whose package is here",
    { ...ASKED, isShipped: true, isHere: true },
    /Your package is here, unopened\. We answer by email\./,
    true,
  ],
  ["of which the refund failed", { ...ASKED, hasFailed: true }, /Please do not ship your cards/, true],
  [
    "of which the refund failed, and whose package is here",
    { ...ASKED, isShipped: true, isHere: true, hasFailed: true },
    /our team settles it and writes to you\.Withdraw/,
    true,
  ],
])(
  "of a batch %s only what is true is said, and it is withdrawn while it can be",
  (_, cancellation, words, can) => {
    show(cancellation);
    expect(screen.getByRole("status").textContent).toMatch(words);
    expect(named("Withdraw the request") !== null).toBe(can);
  },
);

test.each<[string, Shown, RegExp]>([
  ["that is being refunded", { ...ASKED, isRefunding: true }, /The money is on its way back/],
  [
    "of which the refund failed",
    { ...ASKED, hasFailed: true },
    /our team settles it and writes to its owner\. Please do not ship the cards/,
  ],
  ["that staff decide", ASKED, /We look into it and answer by email\. Please do not ship the cards/],
  ["on its way", { ...ASKED, isShipped: true }, /We answer by email when the package is here/],
  ["whose package is here", { ...ASKED, isShipped: true, isHere: true }, /The package is here, unopened/],
])("of a batch %s somebody else with its link reads the same, and withdraws nothing", (_, shown, words) => {
  show({ ...shown, isTheirs: false } as Shown);
  const { textContent } = screen.getByRole("status");
  expect(textContent).toMatch(/^Its owner asked to cancel this batch on /);
  expect(textContent).toMatch(words);
  expect(textContent).not.toMatch(/\byou/i);
  expect(screen.queryByRole("button")).toBeNull();
});

test.each<[Shown, RegExp]>([
  [{ kind: "here" }, /Your package is here, so it cannot be canceled here any more/],
  [
    { kind: "with_grader" },
    /Your cards have left for the grading company, so this batch cannot be canceled any more/,
  ],
])("%j says why nothing can be pressed", (cancellation, words) => {
  show(cancellation);
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
