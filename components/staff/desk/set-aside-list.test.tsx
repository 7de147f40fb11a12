/** @jest-environment jsdom */
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { SetAsideList } from "@/components/staff/desk/set-aside-list";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import type { SetAsideRow } from "@/lib/staff/desk/receiving-desk";
import { withDialogs, withoutLayout } from "@/sandbox/builders/no-layout";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));

const endpoint = stubEndpoint();
const row: SetAsideRow = {
  order_id: "order-1",
  batch_id: "BATCH-MGX2K9QW-7F3K",
  customer_name: "Jane Collector",
  email: "jane@example.com",
  payment_status: "unpaid",
  shelf_location: "X-1",
  reason: "unpaid",
  note: "wet on one side",
  set_aside_at: "2026-11-20T12:00:00+00:00",
  set_aside_by: "staff1@slabrelay.test",
  asked_note: null,
  asked_at: null,
  asked_by: null,
};
const note = () => screen.getByLabelText<HTMLTextAreaElement>(/^Note/);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

withoutLayout();
withDialogs();
beforeEach(() => {
  render(<SetAsideList rows={[row]} />);
});

test("a row says whose it is, where it lies, and what was noted", () => {
  const text = screen.getByRole("row", { name: /BATCH-MGX2K9QW-7F3K/ }).textContent;
  for (const part of ["Jane Collector, jane@example.com", "X-1", "wet on one side"])
    expect(text).toContain(part);
});

test("who was asked what is noted behind the day, and the dialog closes", async () => {
  press(`Asked about ${row.batch_id}`);
  expect(note().value).toMatch(/^Asked the customer on \w{3} \d+, \d{4}: $/);
  fireEvent.change(note(), { target: { value: " " } });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save note" }).disabled).toBe(true);
  fireEvent.change(note(), { target: { value: "Pay or send back?" } });
  endpoint.answer({
    status: 409,
    body: { code: "set_aside_changed", error: "It is not set aside any more." },
  });
  press("Save note");
  await screen.findByText("It is not set aside any more.");
  expect(note().value).toBe("Pay or send back?");
  endpoint.answer({ status: 200, body: {} });
  press("Save note");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const sent = {
    path: staffApiPaths.setAside("order-1"),
    body: { action: "asked", note: "Pay or send back?" },
  };
  expect(endpoint.calls).toEqual([sent, sent]);
});

test("it is taken off the list with one press; a refusal stands beside it", async () => {
  endpoint.answer({ status: 409, body: { code: "set_aside_changed", error: "Somebody was faster." } });
  press(`Take off: ${row.batch_id}`);
  await screen.findByText("Somebody was faster.");
  expect(endpoint.calls).toEqual([{ path: staffApiPaths.setAside("order-1"), body: { action: "end" } }]);
});
