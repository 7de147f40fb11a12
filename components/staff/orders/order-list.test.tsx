/** @jest-environment jsdom */

import { fireEvent, render, screen } from "@testing-library/react";
import { FilterForm } from "@/components/staff/orders/filter-form";
import { OrdersEmpty } from "@/components/staff/orders/orders-screen";
import type { OrderPage } from "@/lib/staff/orders/data";
import { readListQuery } from "@/lib/staff/orders/list-query";
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

  test("applies a selection immediately but not typed text", () => {
    render(form);
    fireEvent.change(screen.getByLabelText("Search"), { target: { value: "casey" } });
    expect(submitted).toEqual([]);
    fireEvent.change(screen.getByLabelText("Payment"), { target: { value: "" } });
    expect(submitted).toEqual(["payment=&q=casey"]);
  });

  test("applies a selection made before the script loaded", () => {
    const container = serverRendered(form);
    screen.getByLabelText<HTMLSelectElement>("Payment").value = "";
    render(form, { container, hydrate: true });
    expect(submitted).toEqual(["payment=&q="]);
  });
});

test("offers to search all orders when nothing in a view matches", () => {
  const query = readListQuery({ q: "jane doe", view: "overdue", payment: "paid" });
  render(<OrdersEmpty page={{ stopped_at: null } as OrderPage} query={query} />);
  expect(screen.getByRole("link", { name: "Search all orders" }).getAttribute("href")).toBe(
    "/admin?q=jane+doe",
  );
});
