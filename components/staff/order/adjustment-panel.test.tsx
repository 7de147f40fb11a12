/** @jest-environment jsdom */
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { AdjustmentPanel } from "@/components/staff/order/adjustment-panel";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { aStaffAdjustment } from "@/sandbox/builders/adjustment";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));

const endpoint = stubEndpoint();
const ORDER = { id: "order-1", version: 3, is_paid_by_card: true, total_paid: 220, refunded_cents: 0 };
const MONEY = {
  about: { batch: "BATCH-AAAAAAAA-AAAA", customer: "Casey", cardsHere: null, isMember: false },
  refunds: [],
  refusal: null,
};

test.each([
  [{}, "Withdraw", "Why is it withdrawn?", "withdraw"],
  [{ status: "accepted", chosen_option: "refund" }, "Settle", "What was done?", "close"],
  [{ kind: "upcharge", status: "declined", chosen_option: "dispute" }, "Settle", "What was done?", "close"],
] as const)("a question with %j is ended by %s, with a word on it", async (fields, name, label, action) => {
  endpoint.answer({ status: 200, body: {} });
  const asked = aStaffAdjustment(fields);
  render(<AdjustmentPanel order={ORDER} canCharge={false} adjustments={[asked]} money={MONEY} />);
  fireEvent.click(screen.getByRole("button", { name: `${name}…` }));
  const send = () => screen.getByRole<HTMLButtonElement>("button", { name });
  expect(send().disabled).toBe(true);
  fireEvent.change(screen.getByLabelText(label), { target: { value: "They called" } });
  fireEvent.click(send());
  await waitFor(() => expect(screen.queryByLabelText(label)).toBeNull());
  expect(endpoint.calls).toEqual([
    { path: staffApiPaths.adjustment(asked.id), body: { action, note: "They called" } },
  ]);
});
