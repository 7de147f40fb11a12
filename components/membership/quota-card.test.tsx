/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { QuotaCard } from "@/components/membership/quota-card";

const MONTH = { start: "2026-11-01", end: "2026-11-30", used_cards: 320, held_cards: 0 };

test("a member's month: plan, cards used and left, the rate, the period and when it starts anew", () => {
  render(<QuotaCard plan="pro" limit={500} remaining={170} month={{ ...MONTH, held_cards: 10 }} />);
  const card = screen.getByRole("heading", { name: "This month" }).closest("div")?.parentElement;
  expect(card?.textContent).toContain("Serious Collector");
  expect(card?.textContent).toContain("320 of 500 cards");
  expect(screen.getByText("64% used")).toBeTruthy();
  const facts = screen.getAllByRole("term").map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(facts).toEqual([
    ["Remaining", "170 cards"],
    ["Reserved for an open payment", "10 cards"],
    ["Your rate", "$22.00 per card"],
  ]);
  expect(card?.textContent).toContain(
    "Quota month: November 1, 2026 to November 30, 2026 (UTC). Resets on December 1, 2026.",
  );
});

test.each([
  [0, "success", "bg-success"],
  [374, "success", "bg-success"],
  [375, "warning", "bg-warning"],
  [449, "warning", "bg-warning"],
  [450, "danger", "bg-danger"],
  [500, "danger", "bg-danger"],
])("%d of 500 cards make a bar of the tone %s", (used, tone, colour) => {
  const month = { ...MONTH, used_cards: used };
  render(<QuotaCard plan="pro" limit={500} remaining={500 - used} month={month} />);
  const bar = screen.getByRole<HTMLProgressElement>("progressbar", { name: "Cards used this month" });
  expect([bar.value, bar.max, bar.dataset.tone]).toEqual([used, 500, tone]);
  expect(bar.className).toContain(`:${colour}`);
});

test("staff have no limit and no bar", () => {
  render(<QuotaCard plan="elite" limit={null} remaining={null} month={MONTH} />);
  expect(screen.getByText("Unlimited")).toBeTruthy();
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Your rate"]);
});
