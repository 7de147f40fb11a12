/** @jest-environment jsdom */
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { SettleAddress } from "@/components/staff/returns/settle-address";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

const refresh = jest.fn();
const router = { refresh };
jest.mock("next/navigation", () => ({ useRouter: () => router }));

const endpoint = stubEndpoint();
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
function show() {
  render(<SettleAddress order={{ id: "order-1", version: 7 }} question="question-1" />);
  fireEvent.change(screen.getByLabelText("How do you know where to?"), { target: { value: "They called" } });
}

test.each([
  ["The order's address", "order"],
  ["The profile's address", "profile"],
])("%s settles that of the %s", async (name, choice) => {
  endpoint.answer({ status: 200, body: {} });
  show();
  fireEvent.click(button(name));
  await waitFor(() => expect(endpoint.calls).toHaveLength(1));
  expect(endpoint.calls).toEqual([
    {
      path: staffApiPaths.settleAddress("order-1"),
      body: { version: 7, question: "question-1", choice, reason: "They called" },
    },
  ]);
});

test("nothing is settled before it is said how it is known", () => {
  render(<SettleAddress order={{ id: "order-1", version: 7 }} question="question-1" />);
  expect([button("The order's address").disabled, button("The profile's address").disabled]).toEqual([
    true,
    true,
  ]);
});

test("what somebody else has changed is shown anew, and what was typed stays", async () => {
  endpoint.answer({ status: 409, body: { code: "conflict", error: "Changed meanwhile" } });
  show();
  refresh.mockClear();
  fireEvent.click(button("The profile's address"));
  expect(await screen.findByText("Changed meanwhile")).toBeTruthy();
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(screen.getByLabelText<HTMLInputElement>("How do you know where to?").value).toBe("They called");
});
