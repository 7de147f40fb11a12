/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { MembershipCard } from "@/components/membership/membership-card";
import type { Membership } from "@/lib/membership/membership";
import { aMembership } from "@/sandbox/builders/membership";

const NOW = Date.parse("2026-11-20T00:00:00Z");

const textOf = (fields: Partial<Membership>) => {
  const overview = { isStaff: false, membership: aMembership(fields) };
  const { container, unmount } = render(<MembershipCard overview={overview} now={NOW} />);
  const text = container.textContent ?? "";
  unmount();
  return text;
};

test("says what somebody has, until when, and which plan comes then", () => {
  const text = textOf({ plan_type: "elite", next_plan_type: "starter" });
  expect(text).toMatch(/^MembershipPlanVolume Master/);
  expect(text).toMatch(/Rate per card\$19\.00/);
  expect(text).toMatch(/Price\$249\.00 a month/);
  expect(text).toContain(
    "From December 6, 2026 on: Casual Collector, $25.00 per card, up to 100 cards a month, $29.00 a month.",
  );
});

test.each<[string, Partial<Membership>]>([
  ["the same plan goes on", {}],
  ["it ends", { next_plan_type: "starter", cancel_at_period_end: true }],
  ["it is not paid", { next_plan_type: "starter", status: "past_due" }],
  ["it is over", { next_plan_type: "starter", status: "canceled" }],
])("when %s no other plan is named", (_, fields) => {
  expect(textOf(fields)).not.toMatch(/ on: /);
});

test("whoever has none is offered the plans", () => {
  render(<MembershipCard overview={{ isStaff: false, membership: null }} now={NOW} />);
  expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "No Commitment",
    "$25.00",
  ]);
  expect(screen.getByRole("link", { name: "Choose a Plan" }).getAttribute("href")).toBe("/pricing");
});
