/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { OrderPager } from "@/components/staff/orders/order-pager";
import { readListQuery } from "@/lib/staff/orders/list-query";
import type { OrderPage } from "@/lib/staff/orders/order-page";

const cursor = { at: "2026-11-01T00:00:00Z", id: "00000000-0000-4000-8000-000000000001" };
const page: OrderPage = {
  staff_role: "staff",
  my_rights: { rights: [], ask: null },
  orders: [],
  is_sorted: null,
  next_cursor: cursor,
  previous_cursor: cursor,
  stopped_at: null,
  total: null,
  views: null,
  unmatched_packages: null,
  open_group: null,
  answers: [],
};

test.each([
  ["needs_check_in", ["Older", "Oldest", "Newer"]],
  ["waiting", ["Longer", "Longest", "Shorter"]],
  ["said_delivered", ["Longer", "Longest", "Shorter"]],
  ["to_count", ["Longer", "Longest", "Shorter"]],
  ["problems", ["Longer", "Longest", "Shorter"]],
])("the ways through %s read %j", (view, words) => {
  render(<OrderPager page={page} query={readListQuery({ view, ...cursor })} />);
  expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(words);
});
