/** @jest-environment jsdom */
import { render, screen, within } from "@testing-library/react";
import { CallerAnswers } from "@/components/staff/orders/caller-answers";
import { callerAnswers } from "@/lib/staff/orders/caller-answer";
import type { StaffOrder } from "@/lib/staff/staff-order";
import { aStaffOrder } from "@/sandbox/builders/order";

const NOW = Date.parse("2026-11-24T12:00:00Z");
const told = {
  type: "payment_status",
  from: "unpaid",
  to: "paid",
  actor: "stripe",
  message: null,
  at: "2026-11-01T10:01:00Z",
} as const;

function show(orders: Partial<StaffOrder>[]) {
  const found = orders.map((fields, index) =>
    aStaffOrder({ id: `id-${index}`, batch_id: `BATCH-${index}`, ...fields }),
  );
  const answers = callerAnswers({ orders: found, answers: found.map(({ id }) => ({ id, told })) }, NOW);
  return render(<CallerAnswers answers={answers} hrefOf={(id) => `/admin?q=jane&order=${id}`} />);
}

test("of a single order all is there that a caller asks, and Enter opens it", () => {
  show([{ customer_name: "Jane Collector", email: "jane@example.com" }]);
  const card = within(screen.getByRole("region", { name: "Found: 1 order" }));
  expect(card.getByRole("heading", { name: "BATCH-0" })).toBeTruthy();
  for (const text of [
    "Jane Collector, jane@example.com",
    "10 cards",
    "Waiting for your cards",
    "Back 10-15 business days after check-in.",
    "Paid, $250.00",
  ])
    expect(card.getByText(text)).toBeTruthy();
  expect(card.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
    "Customer",
    "Where it is",
    "Cards",
    "Payment",
    "Next for us",
    "Promise",
    "Last event",
  ]);
  expect(card.getByText(/^Payment received/)?.textContent).toContain("Payment received, Nov 1, 2026");
  expect(card.getByRole("link", { name: "Wait for the package" }).getAttribute("href")).toBe(
    "/admin/order/id-0",
  );
  const open = card.getByRole("link", { name: "Open BATCH-0" });
  expect(open.getAttribute("href")).toBe("/admin?q=jane&order=id-0");
  expect(document.activeElement).toBe(open);
});

test("of two or three each has the short of it, and the first the focus", () => {
  show([{}, {}, { delay_reason: "y".repeat(300), promised_from: "2026-11-09", promised_to: "2026-11-16" }]);
  expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(3);
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "Open BATCH-0" }));
  expect(screen.queryByText("Last event")).toBeNull();
  expect(screen.getByText("Late since Nov 17")).toBeTruthy();
});

test("who is at something else already stays there", () => {
  render(<input aria-label="Search" />);
  screen.getByLabelText("Search").focus();
  show([{}]);
  expect(document.activeElement).toBe(screen.getByLabelText("Search"));
});

test("where nothing or much was found there is no answer", () => {
  expect(show([]).container.innerHTML).toBe("");
});

test("a long reason of a delay is told whole", () => {
  show([{ delay_reason: "y".repeat(300), promised_from: "2026-11-09", promised_to: "2026-11-16" }]);
  expect(screen.getByText(/^Late since Nov 17: y{300}\.$/)).toBeTruthy();
});
