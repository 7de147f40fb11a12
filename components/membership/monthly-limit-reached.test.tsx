/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { MonthlyLimitReached } from "@/components/membership/monthly-limit-reached";

const MONTH = { start: "2026-12-01", end: "2026-12-31", used_cards: 500, held_cards: 0 };

test.each([
  ["starter", "Casual Collector includes 100 cards a month, and none are left.", true],
  ["pro", "Serious Collector includes 500 cards a month, and none are left.", true],
  ["elite", "Volume Master includes 1,000 cards a month, and none are left.", false],
] as const)("%s: until when, and whether a larger plan is offered: %s %s", (plan, words, isOffered) => {
  render(<MonthlyLimitReached plan={plan} month={MONTH} />);
  expect(screen.getByRole("heading").textContent).toBe("Monthly Limit Reached");
  expect(screen.getByText(words)).toBeTruthy();
  // The day after the period ends.
  expect(screen.getByRole("time").getAttribute("datetime")).toBe("2027-01-01");
  expect(screen.getByText("January 1, 2027")).toBeTruthy();
  expect(screen.queryAllByRole("button", { name: "Upgrade plan" })).toHaveLength(isOffered ? 1 : 0);
  expect(screen.getByRole("link").getAttribute("href")).toBe("/submit?mode=payg");
});
