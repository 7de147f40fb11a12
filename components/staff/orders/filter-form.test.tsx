/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { FilterForm } from "@/components/staff/orders/filter-form";
import { serverRendered } from "@/sandbox/builders/server-rendered";

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
