/** @jest-environment jsdom */

import { fireEvent, render, screen } from "@testing-library/react";
import { FilterForm } from "@/components/staff/orders/filter-form";
import { OrderViews } from "@/components/staff/orders/order-filters";
import { OrderPager } from "@/components/staff/orders/order-pager";
import { OrdersEmpty } from "@/components/staff/orders/orders-empty";
import { readListQuery } from "@/lib/staff/orders/list-query";
import type { OrderPage } from "@/lib/staff/orders/order-page";
import { SAVED_VIEWS, type SavedView } from "@/lib/staff/orders/order-views";
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

  test("what is picked applies at once, what is typed does not", () => {
    render(form);
    fireEvent.change(screen.getByLabelText("Search"), { target: { value: "casey" } });
    expect(submitted).toEqual([]);
    fireEvent.change(screen.getByLabelText("Payment"), { target: { value: "" } });
    expect(submitted).toEqual(["payment=&q=casey"]);
  });

  test("what was picked before the script came applies when it comes", () => {
    const container = serverRendered(form);
    screen.getByLabelText<HTMLSelectElement>("Payment").value = "";
    render(form, { container, hydrate: true });
    expect(submitted).toEqual(["payment=&q="]);
  });

  test("nothing is asked again when nothing was picked, and the browser brings no old pick back", () => {
    const container = serverRendered(form);
    render(form, { container, hydrate: true });
    expect(submitted).toEqual([]);
    expect(container.querySelector("form")?.getAttribute("autocomplete")).toBe("off");
  });

  test("the key / leads to the search, unless something is typed or a dialog is open", () => {
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

  test("leads to the page before, the first and the one after", () => {
    render(<OrderPager page={page} query={readListQuery({ view: "overdue", ...cursor })} />);
    expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "Previous",
      "First",
      "Next",
    ]);
  });
});

describe("order views", () => {
  test("each view has its count, and the one that is shown is marked", () => {
    const counts = Object.fromEntries(SAVED_VIEWS.map((view) => [view, { count: 1000, is_more: true }]));
    const views = counts as Record<SavedView, BoundedCount>;
    render(<OrderViews query={readListQuery({ view: "overdue", q: "jane" })} views={views} />);
    const links = screen.getAllByRole("link");
    expect(links.map(({ textContent }) => textContent)).toEqual([
      "All orders ",
      "To check in 1,000+",
      "Ready to send 1,000+",
      "At the grader 1,000+",
      "To return 1,000+",
      "Waiting on customer 1,000+",
      "Waiting on us 1,000+",
      "Overdue 1,000+",
      "Money to review 1,000+",
    ]);
    const marked = links.filter((link) => link.getAttribute("aria-current") === "page");
    expect(marked.map((link) => link.getAttribute("href"))).toEqual(["/admin?q=jane&view=overdue"]);
  });
});

describe("orders empty", () => {
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

  test("a search that stopped goes on with the next page", () => {
    const page = { stopped_at: "2026-11-01T00:00:00Z" } as OrderPage;
    render(<OrdersEmpty page={page} query={readListQuery({ q: "a" })} />);
    expect(screen.getByText(/^Nothing as far as/).textContent).toContain("Go on to the next page");
  });
});
