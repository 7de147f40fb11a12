/** @jest-environment jsdom */

import { fireEvent, render, screen, within } from "@testing-library/react";
import { DayRow } from "@/components/staff/orders/day-row";
import { FilterForm } from "@/components/staff/orders/filter-form";
import { OrderPager } from "@/components/staff/orders/order-pager";
import { OrdersEmpty } from "@/components/staff/orders/orders-empty";
import { SAVED_VIEWS, type SavedView } from "@/lib/staff/labels";
import { dayRow } from "@/lib/staff/orders/day-row";
import { readListQuery } from "@/lib/staff/orders/list-query";
import type { OrderPage } from "@/lib/staff/orders/order-page";
import type { BoundedCount } from "@/lib/staff/staff-order";
import { serverRendered } from "@/sandbox/builders/server-rendered";

describe("day row", () => {
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
});

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
    unmatched_packages: null,
    open_group: null,
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

  test.each([
    [{ q: "a" }, "Older"],
    [{ q: "a", view: "waiting" }, "Shorter"],
  ])("a search that stopped, of %j, goes on with %s", (query, word) => {
    const page = { stopped_at: "2026-11-01T00:00:00Z" } as OrderPage;
    render(<OrdersEmpty page={page} query={readListQuery(query)} />);
    expect(screen.getByText(/^Nothing as far as/).textContent).toContain(
      `Go on with ${word}, or add a word.`,
    );
  });
});
