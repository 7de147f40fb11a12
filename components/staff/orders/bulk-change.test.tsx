/** @jest-environment jsdom */

import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { BulkPreview } from "@/components/staff/orders/bulk-form";
import { OrderSelection } from "@/components/staff/orders/order-selection";
import { OrdersScreen } from "@/components/staff/orders/orders-screen";
import { useBulkChange } from "@/components/staff/orders/use-bulk-change";
import { Toaster } from "@/components/ui/toast";
import { UNSAVED_QUESTION } from "@/lib/base/messages";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import type { PreviewedOrder } from "@/lib/staff/order/change-warnings";
import { MAX_BULK } from "@/lib/staff/orders/bulk-outcome";
import { labelsHref, pickedExportHref } from "@/lib/staff/orders/label-sheet";
import { readListQuery } from "@/lib/staff/orders/list-query";
import type { OrderPage } from "@/lib/staff/orders/order-page";
import { withDialogs, withoutLayout } from "@/sandbox/builders/no-layout";
import { aStaffOrder } from "@/sandbox/builders/order";
import { type StubbedAnswer, stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("@/components/staff/orders/order-filters", () => ({
  OrderFilters: () => null,
  OrderTiles: () => null,
}));
jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

const endpoint = stubEndpoint();
beforeAll(withDialogs);
afterEach(() => sessionStorage.clear());
// Toasts of the previous test end after three seconds.
beforeEach(() => {
  jest.useFakeTimers();
  const { unmount } = render(<Toaster />);
  act(() => jest.advanceTimersByTime(3_000));
  unmount();
  jest.useRealTimers();
});

/** Focuses and clicks a button once all responses have arrived. */
async function press(name: string) {
  await endpoint.settle();
  const label = screen.getByText(name, {
    selector: "button:not([aria-disabled]), button:not([aria-disabled]) > span",
  });
  const button = label.closest("button") as HTMLButtonElement;
  button.focus();
  fireEvent.click(button);
  await endpoint.settle();
}
const close = () => fireEvent.click(screen.getAllByLabelText("Close")[0] as HTMLElement);
const note = () => screen.getByLabelText(/^Add a staff note/);
const typeNote = (value: string) => fireEvent.change(note(), { target: { value } });
const undone = () => endpoint.calls.filter(({ path }) => path.includes("/undo"));

describe("bulk dialog", () => {
  const confirm = jest.spyOn(window, "confirm");
  beforeEach(() => void confirm.mockReset());

  const focused = () => document.activeElement?.textContent;
  const saved = { id: "1", outcome: "updated", action_id: "act-1" };
  /** Selects the only order of a list and types a note. */
  async function begin() {
    render(
      <OrderSelection list="/admin" matchesHref="/api/x" total={null} range={null}>
        <table>
          <tbody>
            <tr>
              <td>
                <input type="checkbox" value="1" data-version="4" data-name="BATCH-1" />
              </td>
            </tr>
          </tbody>
        </table>
      </OrderSelection>,
    );
    fireEvent.click(screen.getByLabelText("Select all"));
    await press("Change 1 order");
    typeNote("Blue box");
  }

  async function review() {
    endpoint.answer({ status: 200, body: { orders: [{ id: "1", version: 4, owner: "a", warnings: [] }] } });
    await press("Review changes");
  }

  async function save(result: object = saved) {
    endpoint.answer({ status: 200, body: { results: [result] } });
    await press("Save 1 order");
    expect(screen.getByText("Results")).toBeTruthy();
  }

  /** Presses Escape as a browser does: it closes the dialog unless canceled. */
  function pressEscape() {
    const dialog = screen.getAllByRole<HTMLDialogElement>("dialog")[0];
    if (dialog && fireEvent(dialog, new Event("cancel", { cancelable: true }))) {
      dialog.close();
      fireEvent(dialog, new Event("close"));
    }
  }
  const isOpen = () => screen.queryAllByRole("dialog").length > 0;

  test("focuses the message of each step, and the form after Back", async () => {
    await begin();
    await review();
    expect(focused()).toBe("1 order from 1 customer");
    await press("Back");
    expect(document.activeElement).toBe(screen.getByLabelText(/^Fulfillment/));
    await review();
    await save();
    expect(focused()).toBe("1 updated");
    endpoint.answer({ status: 200, body: { results: [{ id: "1", outcome: "undone" }] } });
    await press("Undo");
    expect(focused()).toBe("1 undone");
  });

  test("focuses Undo when it closes after a save", async () => {
    await begin();
    await review();
    await save();
    pressEscape();
    expect(focused()).toBe("Undo last change…");
  });

  test("focuses the button that opened it when it closes without a save", async () => {
    confirm.mockReturnValue(true);
    await begin();
    close();
    expect(focused()).toBe("Change 1 order");
  });

  test("asks before Escape discards what is typed", async () => {
    confirm.mockReturnValue(false);
    await begin();
    pressEscape();
    expect(confirm.mock.calls).toEqual([[UNSAVED_QUESTION]]);
    expect(note()).toHaveProperty("value", "Blue box");
    await review();
    pressEscape();
    expect(confirm).toHaveBeenCalledTimes(2);
    await save();
    pressEscape();
    expect(confirm).toHaveBeenCalledTimes(2);
    expect(isOpen()).toBe(false);
  });

  test("asks before it closes when nothing was saved", async () => {
    confirm.mockReturnValue(false);
    await begin();
    await review();
    await save({ id: "1", outcome: "order_changed", order: { version: 9 }, changes: [] });
    pressEscape();
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  test("closes without a question when nothing was typed", async () => {
    await begin();
    typeNote("");
    pressEscape();
    expect(confirm).not.toHaveBeenCalled();
    expect(isOpen()).toBe(false);
  });
});

describe("use bulk change", () => {
  const [first, second, third] = ["1", "2", "3"];

  function show(...ids: string[]) {
    render(
      <OrderSelection list="/admin" matchesHref="/api/x" total={null} range={null}>
        <table>
          <tbody>
            {ids.map((id) => (
              <tr key={id}>
                <td>
                  <input type="checkbox" value={id} data-version="4" data-name={`BATCH-${id}`} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </OrderSelection>,
    );
  }

  /** Finds the summary in the dialog; a toast has the same text for three seconds. */
  const summary = (text: string | RegExp) => screen.getByText(text, { selector: "p[role=status]" });
  const answer = (results: object[], status = 200) => endpoint.answer({ status, body: { results } });
  const saved = (id: string, act: string) => ({ id, outcome: "updated", action_id: act });
  const conflict = (id: string) => ({ id, outcome: "order_changed", order: { version: 9 }, changes: [] });
  const refused = (id: string) => ({
    id,
    outcome: "reason_for_odd",
    order: { version: 4 },
    warnings: ["goes_back"],
  });

  /** Selects the orders and saves a note on each, with these results. */
  async function changeAll(ids: string[], results: object[]) {
    show(...ids);
    await changeShown(ids, results);
  }

  async function changeShown(ids: string[], results: object[]) {
    fireEvent.click(screen.getByLabelText("Select all"));
    const count = `${ids.length} order${ids.length > 1 ? "s" : ""}`;
    await press(`Change ${count}`);
    typeNote("Blue box");
    const looked = ids.map((id) => ({ id, version: 4, owner: "a", warnings: [] }));
    endpoint.answer({ status: 200, body: { orders: looked } });
    await press("Review changes");
    answer(results);
    await press(`Save ${count}`);
    summary(/\d (updated|not saved)$/);
  }

  test("undoes a save over someone else's change with the rest", async () => {
    await changeAll([first, second], [saved(first, "act-1"), conflict(second)]);
    answer([saved(second, "act-2")]);
    await press("Save this one anyway");
    summary("2 updated");
    endpoint.answerBy(() => {
      const id = undone().length === 1 ? first : second;
      return { status: 200, body: { results: [{ id, outcome: "undone" }] } };
    });
    await press("Undo");
    summary("2 undone");
    expect(undone().map(({ path }) => path)).toEqual([
      staffApiPaths.undo("act-1"),
      staffApiPaths.undo("act-2"),
    ]);
  });

  test("splits many orders into calls and keeps results before a failure", async () => {
    const orders = Array.from({ length: MAX_BULK + 5 }, (_, nth) => ({
      id: String(nth),
      version: 4,
      name: `BATCH-${nth}`,
    }));
    const handlers = { onSaved: jest.fn(), onLast: jest.fn() };
    const { result } = renderHook(() => useBulkChange({ orders, saved: undefined, ...handlers }));
    const parts: string[][] = [];
    endpoint.answerBy((body) => {
      const { orders } = body as { orders: (string | { id: string })[] };
      const sent = orders.map((one) => (typeof one === "string" ? one : one.id));
      parts.push(sent);
      // Two preview calls, then the second save fails.
      if (parts.length === 4) return { status: 503, body: { error: "Please try again in a minute." } };
      const looked = sent.map((id) => ({ id, version: 4, owner: "a", warnings: [] }));
      const done = sent.map((id) => saved(id, "act-1"));
      return { status: 200, body: parts.length < 3 ? { orders: looked } : { results: done } };
    });
    await act(() => result.current.look({ note: "Blue" }));
    expect(result.current.preview).toHaveLength(orders.length);
    await act(() => result.current.save(orders, { note: "Blue" }, { reason: "", isQuiet: false }));
    const ids = orders.map(({ id }) => id);
    const [first, rest] = [ids.slice(0, MAX_BULK), ids.slice(MAX_BULK)];
    expect(parts).toEqual([first, rest, first, rest]);
    expect(result.current.failure).toBe("Please try again in a minute.");
    expect(result.current.results?.map(({ id }) => id)).toEqual(first);
    expect(handlers.onSaved.mock.calls).toEqual([[new Set(first)]]);
  });

  test("retries a failed undo", async () => {
    await changeAll([first], [saved(first, "act-1")]);
    answer([], 503);
    await press("Undo");
    expect(screen.getByRole("alert")).toBeTruthy();
    answer([{ id: first, outcome: "undone" }]);
    await press("Undo");
    summary("1 undone");
    expect(screen.queryByText("Undo", { selector: "button, button > span" })).toBeNull();
  });

  test("lists what was not undone first", async () => {
    await changeAll(
      [first, second, third],
      [saved(first, "act-1"), saved(second, "act-1"), saved(third, "act-1")],
    );
    answer([
      { id: second, outcome: "undone" },
      { id: third, outcome: "changed_since" },
      { id: first, outcome: "undone" },
    ]);
    await press("Undo");
    summary("2 undone, 1 not");
    const rows = screen.getAllByRole("listitem");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("Can't undo"),
      expect.stringMatching(/Undone$/),
      expect.stringMatching(/Undone$/),
    ]);
  });

  test("undoes only the latest of two changes", async () => {
    await changeAll([first], [saved(first, "act-1")]);
    close();
    await changeShown([first], [saved(first, "act-2")]);
    answer([{ id: first, outcome: "undone" }]);
    await press("Undo");
    summary("1 undone");
    expect(undone().map(({ path }) => path)).toEqual([staffApiPaths.undo("act-2")]);
  });

  test("keeps orders without a reason selected until they are saved with one", async () => {
    await changeAll([first, second, third], [saved(first, "act-1"), refused(second), conflict(third)]);
    expect(screen.getByText("Change 2 orders", { selector: "button, button > span" })).toBeTruthy();
    fireEvent.change(screen.getAllByLabelText(/^Reason/)[0] as HTMLElement, {
      target: { value: "Seen at the counter" },
    });
    answer([saved(second, "act-2"), saved(third, "act-2")]);
    await press("Save these 2 anyway");
    summary("3 updated");
    expect(endpoint.calls.at(-1)?.body).toMatchObject({
      orders: [
        { id: second, version: 4 },
        { id: third, version: 9 },
      ],
      reason: "Seen at the counter",
    });
    expect(screen.queryByText(/^Change \d/, { selector: "button, button > span" })).toBeNull();
  });
});

describe("bulk preview", () => {
  const fits = (id: string): PreviewedOrder => ({ id, owner: "a", warnings: [] });
  const odd = (id: string): PreviewedOrder => ({ id, owner: "a", warnings: ["never_received"] });

  function show(orders: PreviewedOrder[], reason = "") {
    const nothing = () => {};
    const rest = { changes: {}, isSaving: false, onReason: nothing, onBack: nothing, onSave: nothing };
    render(<BulkPreview orders={orders} reason={reason} {...rest} />);
    return screen.getByRole<HTMLButtonElement>("button", { name: /^Save/ });
  }

  test.each([
    ["all orders without warnings", [fits("1"), fits("2")], "", "Save 2 orders"],
    ["only the orders without warnings", [fits("1"), fits("2"), odd("3")], " ", "Save the other 2"],
    ["the only order without warnings", [fits("1"), odd("2")], "", "Save the other 1"],
    ["all orders with a reason", [fits("1"), odd("2")], "On paper", "Save 2 orders"],
    ["unusual orders with a reason", [odd("1"), odd("2")], "On paper", "Save 2 orders"],
  ])("saves %s", (_, orders, reason, words) => {
    const button = show(orders, reason);
    expect(button.textContent).toBe(words);
    expect(button.disabled).toBe(false);
    expect(screen.queryByText("Enter a reason first.")).toBeNull();
  });

  test("needs a reason when every order is unusual", () => {
    const button = show([odd("1"), odd("2")], " ");
    expect(button.disabled).toBe(true);
    const about = document.getElementById(button.getAttribute("aria-describedby") ?? "");
    expect(about?.textContent).toBe("Enter a reason first.");
  });
});

describe("order selection", () => {
  const LIST = "/admin?q=x";
  const ids = (count: number) =>
    Array.from({ length: count }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`);

  /** Shows a list of one order with this many selected over its pages. */
  function showPicked(count: number) {
    const orders = ids(count).map((id) => ({ id, version: 1, name: id }));
    sessionStorage.setItem("picked-orders", JSON.stringify({ list: LIST, orders }));
    render(
      <>
        <OrderSelection list={LIST} matchesHref="/api/x" total={null} range="1 to 1">
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

  test("links to the label page for 100 orders", () => {
    showPicked(100);
    expect(screen.getByRole("link", { name: "Print labels" }).getAttribute("href")).toBe(
      labelsHref(ids(100)),
    );
    expect(screen.queryByRole("button", { name: "Print labels" })).toBeNull();
  });

  test("refuses to print 101 labels and says why", () => {
    showPicked(101);
    expect(screen.queryByRole("link", { name: "Print labels" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Print labels" }));
    expect(screen.getByText("You can print up to 100 labels at once. Select fewer orders.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Change 101 orders" })).toBeTruthy();
  });

  test("links to a file of 100 orders", () => {
    showPicked(100);
    expect(screen.getByRole("link", { name: "Export 100 orders" }).getAttribute("href")).toBe(
      pickedExportHref(ids(100)),
    );
  });

  test("refuses to export 101 orders and says what to do instead", () => {
    showPicked(101);
    fireEvent.click(screen.getByRole("button", { name: "Export 101 orders" }));
    expect(screen.getByText(/^You can export up to 100 selected orders\./)).toBeTruthy();
  });

  test("reopens for undo after it was closed during a save", async () => {
    showPicked(1);
    await press("Change 1 order");
    typeNote("Blue box");
    const [id] = ids(1);
    endpoint.answer({ status: 200, body: { orders: [{ id, version: 1, owner: "a", warnings: [] }] } });
    await press("Review changes");
    let answer: (saved: StubbedAnswer) => void = () => {};
    endpoint.answer(new Promise((resolve) => (answer = resolve)));
    await press("Save 1 order");
    close();
    answer({ status: 200, body: { results: [{ id, outcome: "updated", action_id: "act-1" }] } });
    await endpoint.settle();
    expect(screen.getByText(/^Order updated successfully/)).toBeTruthy();
    await press("Undo last change…");
    endpoint.answer({ status: 200, body: { results: [] } });
    await press("Undo");
    expect(endpoint.calls.at(-1)?.path).toBe(staffApiPaths.undo("act-1"));
  });
});

describe("orders screen", () => {
  beforeAll(withoutLayout);

  const [first, second, third] = [1, 2, 3].map((n) =>
    aStaffOrder({ id: `00000000-0000-4000-8000-00000000000${n}`, batch_id: `BATCH-TEST0001-000${n}` }),
  ) as [Row, Row, Row];
  type Row = ReturnType<typeof aStaffOrder>;

  /** Shows a page of the orders ready to ship back. */
  function aScreen(orders: Row[], query: Record<string, string> = {}) {
    const page = {
      staff_role: "staff" as const,
      orders,
      is_sorted: null,
      next_cursor: null,
      previous_cursor: null,
      stopped_at: null,
      total: { count: orders.length, is_more: false },
      views: null,
    } satisfies OrderPage;
    return <OrdersScreen page={page} query={readListQuery({ view: "to_return", ...query })} />;
  }

  const button = (name: string) => screen.getByText(name, { selector: "button, button > span" });

  /** Selects all orders of the page and saves a note on each. */
  async function changeAll(orders: Row[]) {
    fireEvent.click(screen.getByLabelText("Select all"));
    const count = `${orders.length} order${orders.length > 1 ? "s" : ""}`;
    await press(`Change ${count}`);
    typeNote("Blue box");
    const looked = orders.map(({ id, version }) => ({ id, version, owner: "a", warnings: [] }));
    endpoint.answer({ status: 200, body: { orders: looked } });
    await press("Review changes");
    const results = orders.map(({ id }) => ({ id, outcome: "updated", action_id: "act-1" }));
    endpoint.answer({ status: 200, body: { results } });
    await press(`Save ${count}`);
    expect(screen.getByText(`${orders.length} updated`)).toBeTruthy();
  }

  test("undoes a change that emptied the list", async () => {
    const { rerender } = render(aScreen([first, second]));
    await changeAll([first, second]);
    rerender(aScreen([]));
    expect(screen.getByText("2 updated")).toBeTruthy();
    close();
    expect(screen.getByText("No orders found")).toBeTruthy();
    await press("Undo last change…");
    endpoint.answer({ status: 200, body: { results: [{ id: first.id, outcome: "undone" }] } });
    await press("Undo");
    expect(undone()).toEqual([{ path: staffApiPaths.undo("act-1"), body: {} }]);
  });

  test("undoes a change from another page, another list and after a reload", async () => {
    const { rerender, unmount } = render(aScreen([first]));
    await changeAll([first]);
    close();
    rerender(aScreen([second], { at: "2026-11-20T10:00:00Z", id: first.id }));
    expect(button("Undo last change…")).toBeTruthy();
    rerender(aScreen([second], { view: "overdue" }));
    expect(button("Undo last change…")).toBeTruthy();
    unmount();
    render(aScreen([third]));
    await press("Undo last change…");
    expect(screen.getByText("BATCH-TEST0001-0001")).toBeTruthy();
    endpoint.answer({ status: 200, body: { results: [{ id: first.id, outcome: "undone" }] } });
    await press("Undo");
    expect(screen.getByText("1 undone")).toBeTruthy();
    expect(undone()).toEqual([{ path: staffApiPaths.undo("act-1"), body: {} }]);
    close();
    expect(screen.queryByText("Undo last change…")).toBeNull();
  });

  test("shows the status of each row in the customer's words", () => {
    render(
      aScreen([
        { ...first, fulfillment_status: "grading", submission_status: "grading" },
        { ...second, fulfillment_status: "complete", submission_status: "delivered" },
        { ...third, payment_status: "canceled" },
      ]),
    );
    const cells = document.querySelectorAll("[data-plain=Status]");
    expect([...cells].map(({ textContent }) => textContent)).toEqual(["At the grader", "Delivered", "—"]);
  });
});
