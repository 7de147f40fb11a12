/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { GroupsScreen } from "@/components/staff/groups/groups-screen";
import type { GraderDesk } from "@/lib/staff/groups/grader-group";

jest.mock("next/navigation", () => ({
  usePathname: () => "/admin/grader",
  useRouter: () => ({ push: () => {}, refresh: () => {} }),
}));

const none: GraderDesk = {
  staff_role: "staff",
  live: [],
  back: [],
  next_before: null,
  ready: [],
  late: [],
  ready_total: { count: 0, is_more: false },
  outside: { count: 0, is_more: false, cards: 0 },
};
const show = (changes: Partial<GraderDesk> = {}) =>
  render(<GroupsScreen desk={{ ...none, ...changes }} isFirst />).container;

test.each([
  [{ count: 1, is_more: false, cards: 1 }, "1 batch, 1 card, is at the grader outside a group."],
  [{ count: 4, is_more: false, cards: 57 }, "4 batches, 57 cards, are at the grader outside a group."],
  [{ count: 1000, is_more: true, cards: 9 }, "1,000+ batches are at the grader outside a group."],
  [{ count: 1, is_more: true, cards: 9 }, "1+ batches are at the grader outside a group."],
  [{ count: 0, is_more: true, cards: 0 }, "Of those looked at, no batch is at the grader outside a group."],
])("what is at the grader outside a group is said beside the groups: %j", (outside, words) => {
  expect(show({ outside }).textContent).toContain(words);
  expect(screen.getByRole("link", { name: "All at the grader" }).getAttribute("href")).toBe(
    "/admin?submission=grading",
  );
});

test("where all that is at the grader is in groups nothing is said of it", () => {
  expect(show().textContent).not.toContain("outside a group");
});

test("what was not sent yet is among the groups that are not back", () => {
  show();
  const headings = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual([
    "Begin a group",
    "Groups not back yet",
    "Ready to send: 0",
    "Groups that are back",
  ]);
});
