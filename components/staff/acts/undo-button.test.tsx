/** @jest-environment jsdom */
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { UndoButton } from "@/components/staff/acts/undo-button";
import { withDialogs } from "@/sandbox/builders/no-layout";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));

const endpoint = stubEndpoint();
beforeAll(withDialogs);

const CONSEQUENCE = "We then refund $50.00 to the card.";
const show = (consequence: string | null = null) =>
  render(<UndoButton actId="act-1" orderId="order-1" what="Settled" consequence={consequence} />);
const press = () => userEvent.click(screen.getByRole("button", { name: "Undo: Settled" }));
const dialog = () => within(screen.getByRole("dialog"));
const SENT = { path: "/api/admin/acts/act-1/undo", body: { order_id: "order-1" } };

test("what moves no money is taken back with one press", async () => {
  endpoint.answer({ status: 200, body: { results: [{ id: "order-1", outcome: "undone" }] } });
  show();
  await press();
  expect(endpoint.calls).toEqual([SENT]);
});

test("money goes out only after a yes to the amount", async () => {
  endpoint.answer({ status: 200, body: { results: [{ id: "order-1", outcome: "undone" }] } });
  show(CONSEQUENCE);
  await press();
  expect(dialog().getByText(CONSEQUENCE)).toBeTruthy();
  expect(endpoint.calls).toEqual([]);
  await userEvent.click(dialog().getByRole("button", { name: "Cancel" }));
  expect(endpoint.calls).toEqual([]);
  await press();
  await userEvent.click(dialog().getByRole("button", { name: "Take back" }));
  expect(endpoint.calls).toEqual([SENT]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("and is asked for no second yes where a reason is needed", async () => {
  endpoint.answer({ status: 200, body: { results: [{ id: "order-1", outcome: "reason_required" }] } });
  show(CONSEQUENCE);
  await press();
  await userEvent.click(dialog().getByRole("button", { name: "Take back" }));
  await userEvent.type(await screen.findByLabelText("Reason"), "No cheque");
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  endpoint.answer({ status: 200, body: { results: [{ id: "order-1", outcome: "undone" }] } });
  await userEvent.click(dialog().getByRole("button", { name: "Take back" }));
  expect(endpoint.calls.at(-1)).toEqual({ ...SENT, body: { ...SENT.body, reason: "No cheque" } });
});
