/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { OrderSelection } from "@/components/staff/orders/order-selection";
import { UNSAVED_QUESTION } from "@/lib/base/unsaved-question";
import { withDialogs } from "@/sandbox/builders/no-layout";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {}, refresh: () => {} }) }));

const endpoint = stubEndpoint();
const confirm = jest.spyOn(window, "confirm");
beforeAll(withDialogs);
beforeEach(() => void confirm.mockReset());
afterEach(() => sessionStorage.clear());

const press = async (name: string) =>
  userEvent.click(
    await screen.findByText(name, {
      selector: "button:not([aria-disabled]), button:not([aria-disabled]) > span",
    }),
  );
const focused = () => document.activeElement?.textContent;
const saved = { id: "1", outcome: "updated", act_id: "act-1" };
const note = () => screen.getByLabelText(/^Add to the internal notes/);

/** Picks the one order of a list, and types a note for it. */
async function begin() {
  render(
    <OrderSelection list="/admin" matchesHref="/api/x" total={null} mayExport={false} range={null}>
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
  await userEvent.click(screen.getByLabelText("Select all"));
  await press("Change 1 order");
  await userEvent.type(await screen.findByLabelText(/^Add to the internal notes/), "Blue box");
}

async function review() {
  endpoint.answer({ status: 200, body: { orders: [{ id: "1", version: 4, owner: "a", oddities: [] }] } });
  await press("Review");
  await screen.findByText("Save 1 order");
}

async function save(result: object = saved) {
  endpoint.answer({ status: 200, body: { results: [result] } });
  await press("Save 1 order");
  await screen.findByText("Results");
}

/** Presses Escape as a browser does: it closes the dialog unless it is told not to. */
function pressEscape() {
  const dialog = screen.getAllByRole<HTMLDialogElement>("dialog")[0];
  if (dialog && fireEvent(dialog, new Event("cancel", { cancelable: true }))) {
    dialog.close();
    fireEvent(dialog, new Event("close"));
  }
}
const isOpen = () => screen.queryAllByRole("dialog").length > 0;

test("the keyboard is at what each step says, and back at the form", async () => {
  await begin();
  await review();
  expect(focused()).toBe("1 order of 1 customer");
  await press("Back");
  expect(document.activeElement).toBe(screen.getByLabelText(/^Fulfillment/));
  await review();
  await save();
  expect(focused()).toBe("1 updated");
  endpoint.answer({ status: 200, body: { results: [{ id: "1", outcome: "undone" }] } });
  await press("Undo");
  await screen.findByText("1 taken back");
  expect(focused()).toBe("1 taken back");
});

test("who closes it after a save can take that back at once", async () => {
  await begin();
  await review();
  await save();
  pressEscape();
  expect(focused()).toBe("Last change…");
});

test("who closes it without one is back at the button that opened it", async () => {
  confirm.mockReturnValue(true);
  await begin();
  await userEvent.click(screen.getAllByLabelText("Close")[0] as HTMLElement);
  expect(focused()).toBe("Change 1 order");
});

test("c opens it, and means nothing where none is picked", async () => {
  confirm.mockReturnValue(true);
  await begin();
  pressEscape();
  await userEvent.keyboard("c");
  expect(await screen.findByText("Review")).toBeTruthy();
  pressEscape();
  await press("Clear selection");
  await userEvent.keyboard("c");
  expect(isOpen()).toBe(false);
});

test("what is typed is not lost to Escape without a question", async () => {
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

test("nor where nothing of it was saved", async () => {
  confirm.mockReturnValue(false);
  await begin();
  await review();
  await save({ id: "1", outcome: "conflict", order: { version: 9 }, changes: [] });
  pressEscape();
  expect(confirm).toHaveBeenCalledTimes(1);
});

test("nothing is asked where nothing was typed", async () => {
  await begin();
  await userEvent.clear(note());
  pressEscape();
  expect(confirm).not.toHaveBeenCalled();
  expect(isOpen()).toBe(false);
});

test("what is left of a change that was taken back is tried again, not taken back", async () => {
  await begin();
  await review();
  await save();
  endpoint.answer({ status: 200, body: { results: [{ id: "1", outcome: "changed_since", event: null }] } });
  await press("Undo");
  await screen.findByText("0 taken back, 1 not");
  expect(screen.queryByText("Undo", { selector: "button, button > span" })).toBeNull();
  await press("Try the rest again");
  expect(endpoint.calls.at(-1)?.path).toContain("/undo");
});
