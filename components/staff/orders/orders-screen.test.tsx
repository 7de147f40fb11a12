/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { OrdersScreen } from "@/components/staff/orders/orders-screen";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { readListQuery } from "@/lib/staff/orders/list-query";
import type { OrderPage } from "@/lib/staff/orders/order-page";
import { withDialogs, withoutLayout } from "@/sandbox/builders/no-layout";
import { aStaffOrder } from "@/sandbox/builders/order";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("@/components/staff/orders/order-filters", () => ({ OrderFilters: () => null }));
jest.mock("@/components/staff/orders/order-views", () => ({ OrderViews: () => null }));
jest.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => {}, refresh: () => {} }),
  usePathname: () => "/admin",
}));

const endpoint = stubEndpoint();
beforeAll(() => {
  withDialogs();
  withoutLayout();
});
afterEach(() => sessionStorage.clear());

const [first, second, third] = [1, 2, 3].map((n) =>
  aStaffOrder({ id: `00000000-0000-4000-8000-00000000000${n}`, batch_id: `BATCH-TEST0001-000${n}` }),
) as [Row, Row, Row];
type Row = ReturnType<typeof aStaffOrder>;

/** Shows a page of the orders that are ready to go home. */
function aScreen(orders: Row[], query: Record<string, string> = {}) {
  const page = {
    staff_role: "staff" as const,
    my_rights: { rights: [], ask: null },
    orders,
    is_sorted: null,
    next_cursor: null,
    previous_cursor: null,
    stopped_at: null,
    total: { count: orders.length, is_more: false },
    views: null,
    unmatched_packages: null,
    open_group: null,
    answers: [],
  } satisfies OrderPage;
  return <OrdersScreen page={page} query={readListQuery({ view: "ready_to_return", ...query })} />;
}

const button = (name: string) => screen.findByText(name, { selector: "button, button > span" });
const press = async (name: string) => fireEvent.click(await button(name));
const close = () => fireEvent.click(screen.getAllByLabelText("Close")[0] as HTMLElement);
const undone = () => endpoint.calls.filter(({ path }) => path.includes("/undo"));

/** Picks all orders of the page, and saves a note on each. */
async function changeAll(orders: Row[]) {
  fireEvent.click(screen.getByLabelText("Select all"));
  const count = `${orders.length} order${orders.length > 1 ? "s" : ""}`;
  await press(`Change ${count}`);
  fireEvent.change(await screen.findByLabelText(/^Add to the internal notes/), {
    target: { value: "Blue box" },
  });
  const looked = orders.map(({ id, version }) => ({ id, version, owner: "a", oddities: [] }));
  endpoint.answer({ status: 200, body: { orders: looked } });
  await press("Review");
  await button(`Save ${count}`);
  const results = orders.map(({ id }) => ({ id, outcome: "updated", act_id: "act-1" }));
  endpoint.answer({ status: 200, body: { results } });
  await press(`Save ${count}`);
  await screen.findByText(`${orders.length} updated`);
}

test("a change that empties the list is still taken back", async () => {
  const { rerender } = render(aScreen([first, second]));
  await changeAll([first, second]);
  rerender(aScreen([]));
  expect(screen.getByText("2 updated")).toBeTruthy();
  close();
  expect(screen.getByText("No orders found")).toBeTruthy();
  await press("Last change…");
  endpoint.answer({ status: 200, body: { results: [{ id: first.id, outcome: "undone" }] } });
  await press("Undo");
  expect(undone()).toEqual([{ path: staffApiPaths.undo("act-1"), body: {} }]);
});

test("so it is from the next page, from another list, and after the page was loaded anew", async () => {
  const { rerender, unmount } = render(aScreen([first]));
  await changeAll([first]);
  close();
  rerender(aScreen([second], { at: "2026-11-20T10:00:00Z", id: first.id }));
  expect(await button("Last change…")).toBeTruthy();
  rerender(aScreen([second], { view: "overdue" }));
  expect(await button("Last change…")).toBeTruthy();
  unmount();
  render(aScreen([third]));
  await press("Last change…");
  expect(await screen.findByText("BATCH-TEST0001-0001")).toBeTruthy();
  endpoint.answer({ status: 200, body: { results: [{ id: first.id, outcome: "undone" }] } });
  await press("Undo");
  expect(await screen.findByText("1 taken back")).toBeTruthy();
  expect(undone()).toEqual([{ path: staffApiPaths.undo("act-1"), body: {} }]);
  close();
  expect(screen.queryByText("Last change…")).toBeNull();
});

test("a row says in one of the three words of staff where a batch is, and in the customer's beside it", () => {
  render(
    aScreen([
      { ...first, fulfillment_status: "grading", submission_status: "grading" },
      { ...second, fulfillment_status: "complete", submission_status: "delivered" },
      { ...third, payment_status: "canceled" },
    ]),
  );
  const cells = screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.querySelector("[data-plain=Fulfillment]"));
  expect(
    cells.map((cell) =>
      [...(cell?.querySelectorAll(".two-lines > div") ?? [])].map((line) => line.textContent),
    ),
  ).toEqual([
    ["Grading · Processing", "At the grader"],
    ["Complete · Completed", "Returned to the owner"],
    ["Not received"],
  ]);
});
