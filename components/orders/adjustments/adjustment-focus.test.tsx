/** @jest-environment jsdom */
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { AdjustmentCard } from "@/components/orders/adjustments/adjustment-card";
import { adjustmentErrorCodes } from "@/lib/base/adjustment-error-codes";
import type { Adjustment } from "@/lib/orders/schema";
import { anAdjustment } from "@/sandbox/builders/adjustment";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

const refresh = jest.fn();
const router = { refresh };
jest.mock("next/navigation", () => ({ useRouter: () => router }));

const endpoint = stubEndpoint();
const readAt = Date.parse("2026-11-25T12:00:00Z");
const upcharge = anAdjustment({ kind: "upcharge", amount_cents: 4400, deadline_at: "2026-11-30T22:30:00Z" });

const card = (adjustment: Adjustment) => (
  <AdjustmentCard adjustment={adjustment} token={null} isBack={false} readAt={readAt} />
);
const withdrawn = adjustmentErrorCodes.adjustment_withdrawn.text;
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("the keyboard goes with what is disputed: into the words, back to the button, and to how it stands", async () => {
  endpoint.answer({ status: 200, body: { success: true } });
  const { rerender } = render(card(upcharge));
  press("Dispute");
  expect(document.activeElement).toBe(screen.getByLabelText("What is wrong?"));
  press("Cancel");
  expect(document.activeElement?.textContent).toBe("Dispute");
  press("Dispute");
  fireEvent.change(screen.getByLabelText("What is wrong?"), { target: { value: "It is the cheap one." } });
  await act(async () => press("Send"));
  await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
  rerender(card({ ...upcharge, status: "declined", chosen_option: "dispute" }));
  expect(document.activeElement?.textContent).toMatch(/dispute/i);
  expect(document.activeElement).not.toBe(document.body);
});

test.each([
  ["paid", "Accept and pay: $44.00"],
  ["disputed", "Send"],
])("a question that was withdrawn before it is %s says so in its place", async (_, name) => {
  endpoint.answer({ status: 409, body: { code: "adjustment_withdrawn", error: withdrawn } });
  refresh.mockClear();
  const { rerender } = render(card(upcharge));
  if (name === "Send") {
    press("Dispute");
    fireEvent.change(screen.getByLabelText("What is wrong?"), { target: { value: "It is the cheap one." } });
  }
  press(name);
  const told = await screen.findByText(withdrawn);
  expect(screen.queryByRole("button")).toBeNull();
  expect(document.activeElement?.contains(told) && document.activeElement !== document.body).toBe(true);
  // The page's new rows have it no more, and nothing would be said.
  expect(refresh).not.toHaveBeenCalled();
  // Staff ask it again.
  rerender(card({ ...upcharge }));
  expect(screen.getByRole("button", { name: "Accept and pay: $44.00" })).toBeTruthy();
});

test("a refund of missing cards that were found meanwhile is not said to be a charge", async () => {
  endpoint.answer({ status: 409, body: { code: "adjustment_withdrawn", error: withdrawn } });
  render(card(anAdjustment({ deadline_at: upcharge.deadline_at })));
  press("Refund the difference");
  expect(await screen.findByText("This question was withdrawn: there is nothing to decide.")).toBeTruthy();
});
