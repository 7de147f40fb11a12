/** @jest-environment jsdom */
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { OrderSelection } from "@/components/staff/orders/order-selection";
import { Toaster } from "@/components/ui/toast";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { labelsHref } from "@/lib/staff/orders/label-sheet";
import { pickedExportHref } from "@/lib/staff/orders/picked-export";
import { withDialogs } from "@/sandbox/builders/no-layout";
import { type StubbedAnswer, stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {}, refresh: () => {} }) }));

const endpoint = stubEndpoint();
beforeAll(withDialogs);
const LIST = "/admin?q=x";
const ids = (count: number) =>
  Array.from({ length: count }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`);

/** Shows a list of one order, over whose pages so many are picked. */
function showPicked(count: number, mayExport = true) {
  const orders = ids(count).map((id) => ({ id, version: 1, name: id }));
  sessionStorage.setItem("picked-orders", JSON.stringify({ list: LIST, orders }));
  render(
    <>
      <OrderSelection list={LIST} matchesHref="/api/x" total={null} mayExport={mayExport} range="1 to 1">
        <table>
          <tbody>
            <tr>
              <td>
                <input type="checkbox" value={ids(1)[0]} data-version="1" data-name="One" readOnly />
              </td>
            </tr>
          </tbody>
        </table>
      </OrderSelection>
      <Toaster />
    </>,
  );
}

afterEach(() => sessionStorage.clear());

test("a hundred labels are a link to their sheets", () => {
  showPicked(100);
  expect(screen.getByRole("link", { name: "Print labels" }).getAttribute("href")).toBe(labelsHref(ids(100)));
  expect(screen.queryByRole("button", { name: "Print labels" })).toBeNull();
});

test("one more is refused with a reason, and leads nowhere", () => {
  showPicked(101);
  expect(screen.queryByRole("link", { name: "Print labels" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Print labels" }));
  expect(screen.getByText("At most 100 labels are printed at once. Select fewer orders.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Change 101 orders" })).toBeTruthy();
});

test("so are a hundred orders as a file, for who may export", () => {
  showPicked(100);
  expect(screen.getByRole("link", { name: "Export 100 orders" }).getAttribute("href")).toBe(
    pickedExportHref(ids(100)),
  );
  cleanup();
  showPicked(1, false);
  expect(screen.queryByText(/^Export/)).toBeNull();
});

test("one more is not exported either, with what to do instead", () => {
  showPicked(101);
  fireEvent.click(screen.getByRole("button", { name: "Export 101 orders" }));
  expect(screen.getByText(/^At most 100 selected orders are exported at once\./)).toBeTruthy();
});

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

test("a dialog that is closed while it saves is opened again to take that back", async () => {
  showPicked(1);
  await press("Change 1 order");
  await userEvent.type(await screen.findByLabelText(/^Add to the internal notes/), "Blue box");
  const [id] = ids(1);
  endpoint.answer({ status: 200, body: { orders: [{ id, version: 1, owner: "a", oddities: [] }] } });
  await press("Review");
  let answer: (saved: StubbedAnswer) => void = () => {};
  endpoint.answer(new Promise((resolve) => (answer = resolve)));
  await press("Save 1 order");
  await press("Close");
  answer({ status: 200, body: { results: [{ id, outcome: "updated", act_id: "act-1" }] } });
  await screen.findByText(/^Order updated successfully/);
  await press("Last change…");
  endpoint.answer({ status: 200, body: { results: [] } });
  await press("Undo");
  expect(endpoint.calls.at(-1)?.path).toBe(staffApiPaths.undo("act-1"));
});
