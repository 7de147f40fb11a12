/** @jest-environment jsdom */
import { render, screen, within } from "@testing-library/react";
import { DayRow } from "@/components/staff/orders/day-row";
import { SAVED_VIEWS, type SavedView } from "@/lib/staff/labels";
import { dayRow } from "@/lib/staff/orders/day-row";
import { readListQuery } from "@/lib/staff/orders/list-query";
import type { BoundedCount } from "@/lib/staff/staff-order";

function show(some: Partial<Record<SavedView, number>>, view?: SavedView) {
  const counts = Object.fromEntries(
    SAVED_VIEWS.map((name) => [name, { count: some[name] ?? 0, is_more: some[name] === 1000 }]),
  ) as Record<SavedView, BoundedCount>;
  render(<DayRow tiles={dayRow(readListQuery(view ? { view } : {}), counts, 7)} />);
  const row = screen.getByRole("navigation", { name: "The day's work" });
  return within(row)
    .getAllByRole("listitem")
    .filter((item) => item.parentElement?.tagName === "OL");
}

test("each tile says what waits, how much of it and what to do about it", () => {
  const tiles = show({ needs_check_in: 12, ready_to_send: 1000, problems: 2, to_review: 1, overdue: 3 });
  expect(tiles).toHaveLength(6);
  expect(screen.getByRole("link", { name: "Needs check-in 12" }).getAttribute("href")).toBe(
    "/admin?view=needs_check_in",
  );
  expect(screen.getByRole("link", { name: "Ready to send 1,000+" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Scan into a group" }).getAttribute("href")).toBe(
    "/admin/grader/7",
  );
  expect(screen.getByRole("link", { name: "Waiting on us 2 Problems" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "To be reviewed 1" })).toBeTruthy();
});

test("what is late says so in words, and only that", () => {
  const [first, , , , , missing] = show({ needs_check_in: 12, overdue: 3, said_shipped: 1 });
  expect(missing?.textContent).toContain("Late to arrive");
  expect(first?.textContent).not.toMatch(/late|past/i);
});

test("an empty tile reads as done, and what is behind it stays a link", () => {
  const tiles = show({});
  for (const tile of tiles) expect(tile?.textContent).toContain("Nothing to do");
  expect(screen.getByRole("link", { name: "Overdue 0 No new date told" })).toBeTruthy();
  expect(screen.queryByText("Late to arrive")).toBeNull();
});

test.each<[SavedView, string]>([
  ["overdue", "Overdue 3 All overdue"],
  ["never_received", "Paid, never received 0"],
])("the view %s that is shown is marked, and no other", (view, name) => {
  show({ overdue: 3, said_shipped: 1 }, view);
  const marked = screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");
  expect(marked).toEqual([screen.getByRole("link", { name })]);
});
