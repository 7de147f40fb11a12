/** @jest-environment jsdom */
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { startTransition, useState } from "react";
import { Homeward } from "@/components/orders/homeward/homeward";
import type { HomewardFacts } from "@/lib/orders/schema";
import { SAMPLE_BATCH } from "@/lib/orders/tracking/sample-batch";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

let readAnew = () => {};
const router = { refresh: () => readAnew() };
jest.mock("next/navigation", () => ({ useRouter: () => router }));
jest.mock("@/components/orders/homeward/late-homeward", () => ({
  LateHomewardPanel: jest.requireActual("@/components/orders/homeward/homeward-panel").HomewardPanel,
  LateAddressChoice: jest.requireActual("@/components/orders/homeward/address-choice").AddressChoice,
}));

/* What was pressed is gone once the page knows it: the keyboard is then where the page says how it stands. */

const endpoint = stubEndpoint();
const ASKED = {
  id: "00000000-0000-4000-8000-000000000002",
  until: "2026-11-27T14:05:00Z",
  choice: null,
  decided_at: null,
  is_by_staff: null,
  is_open: true,
  of_order: { address_line1: "5 Elm" },
  of_profile: { address_line1: "9 Oak" },
};
const none = { ...SAMPLE_BATCH.homeward, can_arrive: false, can_write: false, address: null, problem: null };

function Page({ first, next }: { first: HomewardFacts; next: HomewardFacts }) {
  const [facts, setFacts] = useState(first);
  readAnew = () => startTransition(() => setFacts(next));
  return <Homeward facts={facts} token={null} level={2} />;
}

test.each<[string, HomewardFacts, string, HomewardFacts]>([
  ["arrived", { ...none, can_arrive: true, can_write: true }, "Arrived safely", { ...none, can_write: true }],
  [
    "answered",
    { ...none, address: ASKED },
    "Send to the new address",
    { ...none, address: { ...ASKED, is_open: false, choice: "profile", decided_at: ASKED.until } },
  ],
])("after it is %s the keyboard is at the heading", async (_, first, name, next) => {
  endpoint.answer({ status: 200, body: {} });
  await act(async () => {
    render(<Page first={first} next={next} />);
  });
  expect(document.activeElement).toBe(document.body);
  fireEvent.click(screen.getByRole("button", { name }));
  await waitFor(() => expect(screen.queryByRole("button", { name })).toBeNull());
  expect(document.activeElement?.tagName).toBe("H2");
});

test("what is refused leaves the keyboard where it is", async () => {
  endpoint.answer({ status: 409, body: { error: "Not on its way", code: "conflict" } });
  render(<Page first={{ ...none, can_arrive: true }} next={none} />);
  const button = screen.getByRole("button", { name: "Arrived safely" });
  button.focus();
  fireEvent.click(button);
  await screen.findByText("Not on its way");
  expect(document.activeElement).toBe(button);
});
