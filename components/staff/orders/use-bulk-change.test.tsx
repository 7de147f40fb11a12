/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { OrderSelection } from "@/components/staff/orders/order-selection";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { MAX_BULK } from "@/lib/staff/orders/bulk-outcome";
import { withDialogs } from "@/sandbox/builders/no-layout";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {}, refresh: () => {} }) }));

const endpoint = stubEndpoint();
beforeAll(withDialogs);
afterEach(() => sessionStorage.clear());

const [first, second, third] = ["1", "2", "3"];

function show(...ids: string[]) {
  render(
    <OrderSelection list="/admin" matchesHref="/api/x" total={null} mayExport range={null}>
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

/** What the dialog says of it all; a toast says the same for three seconds. */
const told = (text: string | RegExp) => screen.findByText(text, { selector: "p[role=status]" });
const press = async (name: string) =>
  fireEvent.click(await screen.findByText(name, { selector: "button, button > span" }));
const answer = (results: object[], status = 200) => endpoint.answer({ status, body: { results } });
const saved = (id: string, act: string) => ({ id, outcome: "updated", act_id: act });
const conflict = (id: string) => ({ id, outcome: "conflict", order: { version: 9 }, changes: [] });
const refused = (id: string) => ({
  id,
  outcome: "reason_required",
  order: { version: 4 },
  oddities: ["goes_back"],
});

/** Picks the orders and saves a note on each, of which comes what `results` say. */
async function changeAll(ids: string[], results: object[]) {
  show(...ids);
  await changeShown(ids, results);
}

async function changeShown(ids: string[], results: object[]) {
  fireEvent.click(screen.getByLabelText("Select all"));
  const count = `${ids.length} order${ids.length > 1 ? "s" : ""}`;
  await press(`Change ${count}`);
  fireEvent.change(await screen.findByLabelText(/^Add to the internal notes/), {
    target: { value: "Blue box" },
  });
  const looked = ids.map((id) => ({ id, version: 4, owner: "a", oddities: [] }));
  endpoint.answer({ status: 200, body: { orders: looked } });
  await press("Review");
  await screen.findByText(`Save ${count}`);
  answer(results);
  await press(`Save ${count}`);
  await told(/\d (updated|not saved)$/);
}

const undone = () => endpoint.calls.filter(({ path }) => path.includes("/undo"));

test("what was saved over somebody else's change is taken back with the rest", async () => {
  await changeAll([first, second], [saved(first, "act-1"), conflict(second)]);
  answer([saved(second, "act-2")]);
  await press("Save this one all the same");
  await told("2 updated");
  answer([{ id: first, outcome: "undone" }]);
  await press("Undo");
  await told(/taken back/);
  expect(undone().map(({ path }) => path)).toEqual([
    staffApiPaths.undo("act-1"),
    staffApiPaths.undo("act-2"),
  ]);
});

test("more than a call takes go in several; what had come when one failed is kept", async () => {
  const ids = Array.from({ length: MAX_BULK + 5 }, (_, nth) => String(nth));
  show(...ids);
  fireEvent.click(screen.getByLabelText("Select all"));
  await press(`Change ${ids.length} orders`);
  fireEvent.change(await screen.findByLabelText(/^Add to the internal notes/), { target: { value: "Blue" } });
  const parts: string[][] = [];
  endpoint.answerBy((body) => {
    const { orders } = body as { orders: (string | { id: string })[] };
    parts.push(orders.map((one) => (typeof one === "string" ? one : one.id)));
    // Two calls have looked; of those that save the second finds nobody.
    if (parts.length === 4) return { status: 503, body: { error: "Please try again in a minute." } };
    const looked = orders.map((id) => ({ id, version: 4, owner: "a", oddities: [] }));
    const done = orders.map((one) => saved((one as { id: string }).id, "act-1"));
    return { status: 200, body: parts.length < 3 ? { orders: looked } : { results: done } };
  });
  await press("Review");
  await screen.findByText(`Save ${ids.length} orders`);
  await press(`Save ${ids.length} orders`);
  expect(await told(`${MAX_BULK} updated`)).toBeTruthy();
  expect(screen.getByText("Please try again in a minute.")).toBeTruthy();
  const [first, rest] = [ids.slice(0, MAX_BULK), ids.slice(MAX_BULK)];
  expect(parts).toEqual([first, rest, first, rest]);
});

test("what could not be taken back can be tried again", async () => {
  await changeAll([first], [saved(first, "act-1")]);
  answer([], 503);
  await press("Undo");
  await screen.findByRole("alert");
  answer([{ id: first, outcome: "changed_since", event: null }]);
  await press("Undo");
  await told("0 taken back, 1 not");
  answer([{ id: first, outcome: "undone" }]);
  await press("Try the rest again");
  await told("1 taken back");
  expect(screen.queryByText("Try the rest again", { selector: "button, button > span" })).toBeNull();
});

test("what was not taken back stands first, the rest as in the list", async () => {
  await changeAll(
    [first, second, third],
    [saved(first, "act-1"), saved(second, "act-1"), saved(third, "act-1")],
  );
  answer([
    { id: second, outcome: "undone" },
    { id: third, outcome: "changed_since", event: null },
    { id: first, outcome: "already_undone" },
  ]);
  await press("Undo");
  await told("2 taken back, 1 not");
  const rows = screen.getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("Not taken back"),
    expect.stringContaining("Was taken back before"),
    expect.stringMatching(/Taken back$/),
  ]);
});

test("the next change of the same orders begins anew, and its Undo is of that one alone", async () => {
  await changeAll([first], [saved(first, "act-1")]);
  fireEvent.click(screen.getAllByLabelText("Close")[0] as HTMLElement);
  await changeShown([first], [saved(first, "act-2")]);
  answer([{ id: first, outcome: "undone" }]);
  await press("Undo");
  await told("1 taken back");
  expect(undone().map(({ path }) => path)).toEqual([staffApiPaths.undo("act-2")]);
});

test("ten minutes later it is asked why, and taken back with that", async () => {
  await changeAll([first], [saved(first, "act-1")]);
  answer([{ id: first, outcome: "reason_required" }]);
  await press("Undo");
  fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: "Wrong box" } });
  answer([{ id: first, outcome: "undone" }]);
  await press("Take back");
  expect(await told("1 taken back")).toBeTruthy();
  expect(undone().at(-1)).toEqual({ path: staffApiPaths.undo("act-1"), body: { reason: "Wrong box" } });
});

test("what was left out for want of a reason is saved with one, and stays selected until then", async () => {
  await changeAll([first, second, third], [saved(first, "act-1"), refused(second), conflict(third)]);
  expect(screen.getByText("Change 2 orders", { selector: "button, button > span" })).toBeTruthy();
  fireEvent.change(screen.getAllByLabelText(/^Reason/)[0] as HTMLElement, {
    target: { value: "Seen at the counter" },
  });
  answer([saved(second, "act-2"), saved(third, "act-2")]);
  await press("Save these 2 all the same");
  await told("3 updated");
  expect(endpoint.calls.at(-1)?.body).toMatchObject({
    orders: [
      { id: second, version: 4 },
      { id: third, version: 9 },
    ],
    reason: "Seen at the counter",
  });
  expect(screen.queryByText(/^Change \d/, { selector: "button, button > span" })).toBeNull();
});
