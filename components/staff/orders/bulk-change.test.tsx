/** @jest-environment jsdom */

import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { BulkPreview } from "@/components/staff/orders/bulk-form";
import { OrderSelection } from "@/components/staff/orders/order-selection";
import { useBulkChange } from "@/components/staff/orders/use-bulk-change";
import { Toaster } from "@/components/ui/toast";
import { UNSAVED_QUESTION } from "@/lib/base/messages";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import type { PreviewedOrder } from "@/lib/staff/order/change-warnings";
import { MAX_BULK } from "@/lib/staff/orders/bulk-outcome";
import { withDialogs } from "@/sandbox/builders/no-layout";
import { type StubbedAnswer, stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

const LIST = "/admin?q=x";
const endpoint = stubEndpoint();
beforeAll(withDialogs);
afterEach(() => sessionStorage.clear());

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
const typeNote = (value: string) =>
  fireEvent.change(screen.getByLabelText(/^Add a staff note/), { target: { value } });
const saved = (id: string, action_id: string) => ({ id, outcome: "updated", action_id });
const previewed = (ids: string[]) => ids.map((id) => ({ id, version: 4, owner: "a", warnings: [] }));

function show(...ids: string[]) {
  render(
    <>
      <OrderSelection list={LIST} matchesHref="/api/x" total={null} range={null}>
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
      </OrderSelection>
      <Toaster />
    </>,
  );
}

async function review(ids: string[]) {
  show(...ids);
  fireEvent.click(screen.getByLabelText("Select all"));
  await press(`Change ${ids.length} order${ids.length > 1 ? "s" : ""}`);
  typeNote("Blue box");
  endpoint.answer({ status: 200, body: { orders: previewed(ids) } });
  await press("Review changes");
}
const answer = (results: object[], status = 200) => endpoint.answer({ status, body: { results } });
/** Finds the summary in the dialog. A toast shows the same text for three seconds. */
const summary = (text: string) => screen.getByText(text, { selector: "p[role=status]" });

describe("bulk dialog", () => {
  test("asks before Escape discards unsaved entries", async () => {
    const confirm = jest.spyOn(window, "confirm").mockReturnValue(false);
    const pressEscape = () =>
      fireEvent(screen.getAllByRole("dialog")[0] as HTMLElement, new Event("cancel", { cancelable: true }));
    await review(["1"]);
    expect(pressEscape()).toBe(false);
    expect(confirm.mock.calls).toEqual([[UNSAVED_QUESTION]]);
    answer([saved("1", "act-1")]);
    await press("Save 1 order");
    expect(pressEscape()).toBe(true);
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  test("splits many orders into several calls and keeps the results before a failure", async () => {
    const ids = Array.from({ length: MAX_BULK + 5 }, (_, nth) => String(nth));
    const orders = ids.map((id) => ({ id, version: 4, name: `BATCH-${id}` }));
    const handlers = { onSaved: jest.fn(), onLast: jest.fn() };
    const { result } = renderHook(() => useBulkChange({ orders, saved: undefined, ...handlers }));
    const parts: string[][] = [];
    endpoint.answerBy((body) => {
      const { orders } = body as { orders: (string | { id: string })[] };
      const sent = orders.map((one) => (typeof one === "string" ? one : one.id));
      parts.push(sent);
      // Both preview calls succeed, then the second save fails.
      if (parts.length === 4) return { status: 503, body: { error: "Please try again in a minute." } };
      const results = sent.map((id) => saved(id, "act-1"));
      return { status: 200, body: parts.length < 3 ? { orders: previewed(sent) } : { results } };
    });
    await act(() => result.current.look({ note: "Blue" }));
    await act(() => result.current.save(orders, { note: "Blue" }, { reason: "", isQuiet: false }));
    const [first, rest] = [ids.slice(0, MAX_BULK), ids.slice(MAX_BULK)];
    expect(parts).toEqual([first, rest, first, rest]);
    expect(result.current.failure).toBe("Please try again in a minute.");
    expect(result.current.results?.map(({ id }) => id)).toEqual(first);
    expect(handlers.onSaved.mock.calls).toEqual([[new Set(first)]]);
  });

  test("retries a failed undo", async () => {
    await review(["1"]);
    answer([saved("1", "act-1")]);
    await press("Save 1 order");
    answer([], 503);
    await press("Undo");
    expect(screen.getByRole("alert")).toBeTruthy();
    answer([{ id: "1", outcome: "undone" }]);
    await press("Undo");
    summary("1 undone");
    expect(screen.queryByText("Undo", { selector: "button, button > span" })).toBeNull();
  });

  test("keeps orders without a reason selected until they are saved with one", async () => {
    await review(["1", "2", "3"]);
    answer([
      saved("1", "act-1"),
      { id: "2", outcome: "reason_for_odd", order: { version: 4 }, warnings: ["goes_back"] },
      { id: "3", outcome: "order_changed", order: { version: 9 }, changes: [] },
    ]);
    await press("Save 3 orders");
    expect(screen.getByText("Change 2 orders", { selector: "button, button > span" })).toBeTruthy();
    fireEvent.change(screen.getAllByLabelText(/^Reason/)[0] as HTMLElement, {
      target: { value: "Seen at the counter" },
    });
    answer([saved("2", "act-2"), saved("3", "act-2")]);
    await press("Save these 2 anyway");
    summary("3 updated");
    expect(endpoint.calls.at(-1)?.body).toMatchObject({
      orders: [
        { id: "2", version: 4 },
        { id: "3", version: 9 },
      ],
      reason: "Seen at the counter",
    });
  });

  test("reopens for an undo after it was closed during a save", async () => {
    await review(["1"]);
    let answerSave: (saved: StubbedAnswer) => void = () => {};
    endpoint.answer(new Promise((resolve) => (answerSave = resolve)));
    await press("Save 1 order");
    fireEvent.click(screen.getAllByLabelText("Close")[0] as HTMLElement);
    answerSave({ status: 200, body: { results: [saved("1", "act-1")] } });
    await press("Undo last change…");
    answer([]);
    await press("Undo");
    expect(endpoint.calls.at(-1)?.path).toBe(staffApiPaths.undo("act-1"));
  });
});

describe("bulk preview", () => {
  const fits = (id: string): PreviewedOrder => ({ id, owner: "a", warnings: [] });
  const odd = (id: string): PreviewedOrder => ({ id, owner: "a", warnings: ["never_received"] });

  test.each([
    ["only the orders without warnings", [fits("1"), fits("2"), odd("3")], " ", "Save the other 2", false],
    ["all orders with a reason", [fits("1"), odd("2")], "On paper", "Save 2 orders", false],
    [
      "nothing without a reason when every order is unusual",
      [odd("1"), odd("2")],
      " ",
      "Save 2 orders",
      true,
    ],
  ])("saves %s", (_, orders, reason, words, isDisabled) => {
    const nothing = () => {};
    const rest = { changes: {}, isSaving: false, onReason: nothing, onBack: nothing, onSave: nothing };
    render(<BulkPreview orders={orders} reason={reason} {...rest} />);
    const button = screen.getByRole<HTMLButtonElement>("button", { name: /^Save/ });
    expect([button.textContent, button.disabled]).toEqual([words, isDisabled]);
  });
});

test.each([
  ["Print labels", /^You can print up to 100 labels at once\./],
  ["Export 101 orders", /^You can export up to 100 selected orders\./],
])("refuses to %s for 101 selected orders and explains why", (name, text) => {
  const orders = Array.from({ length: 101 }, (_, nth) => ({
    id: String(nth),
    version: 1,
    name: String(nth),
  }));
  sessionStorage.setItem("picked-orders", JSON.stringify({ list: LIST, orders }));
  show("0");
  fireEvent.click(screen.getByRole("button", { name }));
  expect(screen.getByText(text)).toBeTruthy();
});
