/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { OrdersEmpty } from "@/components/staff/orders/orders-empty";
import { readListQuery } from "@/lib/staff/orders/list-query";
import type { OrderPage } from "@/lib/staff/orders/order-page";

const show = (query: Record<string, string>) =>
  render(<OrdersEmpty page={{ stopped_at: null } as OrderPage} query={readListQuery(query)} />);
const everywhere = () => screen.queryByRole("link", { name: "Search all orders" });

test("what a view does not hold is searched in all orders by a press", () => {
  show({ q: "jane doe", view: "overdue", payment: "paid" });
  expect(screen.getByText(/Nothing in this view holds/)).toBeTruthy();
  expect(everywhere()?.getAttribute("href")).toBe("/admin?q=jane+doe");
});

test.each([{ q: "jane doe" }, { view: "overdue" }, {}])(
  "not of %j, which is no search within a view",
  (query) => {
    show(query as Record<string, string>);
    expect(everywhere()).toBeNull();
  },
);

test.each([
  [{ q: "a" }, "Older"],
  [{ q: "a", view: "waiting" }, "Shorter"],
])("a search that stopped, of %j, goes on with %s", (query, word) => {
  const page = { stopped_at: "2026-11-01T00:00:00Z" } as OrderPage;
  render(<OrdersEmpty page={page} query={readListQuery(query)} />);
  expect(screen.getByText(/^Nothing as far as/).textContent).toContain(`Go on with ${word}, or add a word.`);
});
