/** @jest-environment jsdom */

import { fireEvent, render, screen } from "@testing-library/react";
import { FilterForm } from "@/components/staff/orders/filter-form";
import { OrderFilters, OrderTiles } from "@/components/staff/orders/order-filters";
import { OrderPager, OrdersEmpty } from "@/components/staff/orders/orders-screen";
import { readListQuery, SAVED_VIEWS, type SavedView } from "@/lib/staff/orders/list-query";
import type { OrderPage } from "@/lib/staff/orders/order-page";
import type { BoundedCount } from "@/lib/staff/staff-order";
import { serverRendered } from "@/sandbox/builders/server-rendered";

describe("filter form", () => {
  const form = (
    <FilterForm action="/admin" className="">
      <select name="payment" aria-label="Payment" defaultValue="paid">
        <option value="">Any</option>
        <option value="paid">Paid</option>
      </select>
      <input name="q" aria-label="Search" />
    </FilterForm>
  );

  let submitted: string[];

  beforeEach(() => {
    submitted = [];
    document.addEventListener("submit", keep);
  });

  afterEach(() => document.removeEventListener("submit", keep));

  function keep(event: SubmitEvent) {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    submitted.push([...fields].map(([name, value]) => `${name}=${value}`).join("&"));
  }

  test("applies a pick at once but not typed text", () => {
    render(form);
    fireEvent.change(screen.getByLabelText("Search"), { target: { value: "casey" } });
    expect(submitted).toEqual([]);
    fireEvent.change(screen.getByLabelText("Payment"), { target: { value: "" } });
    expect(submitted).toEqual(["payment=&q=casey"]);
  });

  test("applies a pick made before the script loaded", () => {
    const container = serverRendered(form);
    screen.getByLabelText<HTMLSelectElement>("Payment").value = "";
    render(form, { container, hydrate: true });
    expect(submitted).toEqual(["payment=&q="]);
  });

  test("submits nothing without a pick, and turns autocomplete off", () => {
    const container = serverRendered(form);
    render(form, { container, hydrate: true });
    expect(submitted).toEqual([]);
    expect(container.querySelector("form")?.getAttribute("autocomplete")).toBe("off");
  });

  test("focuses the search on / unless a field or a dialog has the focus", () => {
    render(form);
    const search = screen.getByLabelText<HTMLInputElement>("Search");
    const press = (target: Element) => fireEvent.keyDown(target, { key: "/" });
    press(search);
    expect(document.activeElement).toBe(document.body);
    const dialog = document.body.appendChild(document.createElement("dialog"));
    dialog.setAttribute("open", "");
    press(document.body);
    expect(document.activeElement).toBe(document.body);
    dialog.remove();
    press(document.body);
    expect(document.activeElement).toBe(search);
  });
});

describe("order pager", () => {
  const cursor = { at: "2026-11-01T00:00:00Z", id: "00000000-0000-4000-8000-000000000001" };
  const page: OrderPage = {
    staff_role: "staff",
    orders: [],
    is_sorted: null,
    next_cursor: cursor,
    previous_cursor: cursor,
    stopped_at: null,
    total: null,
    views: null,
  };

  test("links to the previous, first and next page", () => {
    render(<OrderPager page={page} query={readListQuery({ view: "overdue", ...cursor })} />);
    expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "Previous",
      "First",
      "Next",
    ]);
  });
});

describe("order views", () => {
  const counts = Object.fromEntries(SAVED_VIEWS.map((view) => [view, { count: 1000, is_more: true }]));
  const views = { ...counts, money_to_review: { count: 0, is_more: false } } as Record<
    SavedView,
    BoundedCount
  >;
  const query = readListQuery({ view: "overdue", q: "jane" });

  test("shows one number and one task per tile, and marks the current view", () => {
    render(<OrderTiles query={query} views={views} />);
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "1,000+ to check inCheck in",
      "1,000+ ready to sendSend to grader",
      "1,000+ to ship backShip back",
      "1,000+ waiting on youAnswer",
      "1,000+ overdueFollow up",
      "0 money to reviewReview payments",
    ]);
    const marked = screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");
    expect(marked.map((link) => link.getAttribute("href"))).toEqual(["/admin?q=jane&view=overdue"]);
  });

  test("offers every view in the filters, with its count", () => {
    render(<OrderFilters query={query} views={views} />);
    const { options, value } = screen.getByLabelText<HTMLSelectElement>("Show");
    expect(value).toBe("overdue");
    expect([...options].map(({ text }) => text)).toEqual([
      "All orders",
      "To check in (1,000+)",
      "Ready to send (1,000+)",
      "At the grader (1,000+)",
      "To ship back (1,000+)",
      "Waiting on customer (1,000+)",
      "Waiting on you (1,000+)",
      "Overdue (1,000+)",
      "Money to review (0)",
    ]);
  });
});

describe("orders empty", () => {
  const show = (query: Record<string, string>) =>
    render(<OrdersEmpty page={{ stopped_at: null } as OrderPage} query={readListQuery(query)} />);
  const everywhere = () => screen.queryByRole("link", { name: "Search all orders" });

  test("offers to search all orders when a view has no match", () => {
    show({ q: "jane doe", view: "overdue", payment: "paid" });
    expect(screen.getByText(/in this view/)).toBeTruthy();
    expect(everywhere()?.getAttribute("href")).toBe("/admin?q=jane+doe");
  });

  test.each([{ q: "jane doe" }, { view: "overdue" }, {}])("offers no other search for %j", (query) => {
    show(query as Record<string, string>);
    expect(everywhere()).toBeNull();
  });
});
