/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { RefundForm, type RefundSubject } from "@/components/staff/order/refund-form";
import { withDialogs } from "@/sandbox/builders/no-layout";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));

const endpoint = stubEndpoint();
beforeAll(withDialogs);
const ORDER = "00000000-0000-4000-8000-000000000001";
const CARDS = "10 cards of it are here (shelf A-7) and must go back to the customer.";
const about: RefundSubject = {
  batch: "BATCH-TEST0001-2345",
  customer: "Casey Collector",
  cardsHere: CARDS,
  isMember: false,
};

async function ask(amount: string, given: Partial<RefundSubject> = {}) {
  const subject = { ...about, ...given };
  render(<RefundForm orderId={ORDER} about={subject} leftCents={25_000} refundedCents={0} isWhole />);
  await userEvent.clear(screen.getByLabelText("Amount to refund (USD)"));
  await userEvent.type(screen.getByLabelText("Amount to refund (USD)"), amount);
  await userEvent.type(screen.getByLabelText("Reason"), "Wishes it");
  await userEvent.click(screen.getByRole("button", { name: "Refund…" }));
  return screen.queryByRole("dialog")?.textContent;
}

test("the whole amount of cards that are here: who, which batch, and that they must go back", async () => {
  const question = await ask("250.00");
  expect(question).toContain("Refund BATCH-TEST0001-2345?");
  expect(question).toContain("$250.00 goes back to Casey Collector.");
  expect(question).toContain("the order is canceled. This cannot be taken back.");
  expect(question).toContain(`${CARDS} The batch then stands under "To send back" until they have left.`);
  endpoint.answer({ status: 200, body: {} });
  await userEvent.click(screen.getByRole("button", { name: "Refund $250.00" }));
  expect(endpoint.calls).toEqual([
    {
      path: `/api/admin/orders/${ORDER}/refunds`,
      body: { request_id: expect.any(String), amount_cents: 25_000, refunded_cents: 0, reason: "Wishes it" },
    },
  ]);
});

test("a part leaves order and cards as they are", async () => {
  const question = await ask("100.00");
  expect(question).toContain("The order stays as it is.");
  expect(question).not.toContain("To send back");
});

test("a member's cards are free again, and of what is not here nothing has to go back", async () => {
  const question = await ask("250.00", { isMember: true, cardsHere: null });
  expect(question).toContain("its cards are free again in the member's month");
  expect(question).not.toContain("To send back");
});

test.each([
  ["nonsense", "x"],
  ["more than is left", "250.01"],
])("%s asks nothing and says why", async (_, amount) => {
  expect(await ask(amount)).toBeUndefined();
  expect(screen.getByRole("alert").textContent).toBeTruthy();
  expect(endpoint.calls).toEqual([]);
});
