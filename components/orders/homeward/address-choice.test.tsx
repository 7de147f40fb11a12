/** @jest-environment jsdom */
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { AddressChoice } from "@/components/orders/homeward/address-choice";
import { apiPaths } from "@/lib/base/api-paths";
import { site } from "@/lib/base/site";
import type { AddressQuestion } from "@/lib/orders/schema";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

const endpoint = stubEndpoint();
jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));

const CLOSED: AddressQuestion = {
  id: "00000000-0000-4000-8000-000000000002",
  until: "2026-11-27T14:05:00Z",
  choice: null,
  decided_at: null,
  is_by_staff: null,
  is_open: false,
  of_order: { address_line1: "5 Elm" },
  of_profile: { address_line1: "9 Oak" },
};
const textOf = (asked: Partial<AddressQuestion>) =>
  render(<AddressChoice orderId="1" question={{ ...CLOSED, ...asked }} />).container.textContent;

test("an owner who did not answer reads what counts, since when, and how it is changed still", () => {
  const text = textOf({});
  expect(text).toContain("5 Elm");
  expect(text).toContain(
    "You did not answer by Nov 27, 2026, 2:05 PM UTC, so the address of this batch counts. The new address of your profile does not count for it.",
  );
  expect(text).toContain(`Is that wrong? Write to us before your cards leave: ${site.contactEmail}`);
  expect(screen.getByRole("link").getAttribute("href")).toBe(`mailto:${site.contactEmail}`);
});

test.each([
  ["order", false, "You chose the address of this batch on"],
  ["profile", false, "You chose the new address of your profile on"],
  ["profile", true, "Our team noted the new address of your profile for you on"],
] as const)("of the %s address (by staff: %s) it says who chose it", (choice, is_by_staff, words) => {
  const text = textOf({ choice, is_by_staff, decided_at: "2026-11-26T10:00:00Z" });
  expect(text).toContain(choice === "profile" ? "9 Oak" : "5 Elm");
  expect(text).toContain(words);
  expect(text).toContain("Write to us before your cards leave");
});

test.each([
  ["Send to the address of this batch", "order"],
  ["Send to the new address", "profile"],
])("%s chooses that of the %s", async (name, choice) => {
  endpoint.answer({ status: 200, body: {} });
  render(<AddressChoice orderId="1" question={{ ...CLOSED, is_open: true }} />);
  fireEvent.click(screen.getByRole("button", { name }));
  await waitFor(() => expect(endpoint.calls).toHaveLength(1));
  expect(endpoint.calls).toEqual([
    { path: apiPaths.returnAddress("1"), body: { question: CLOSED.id, choice } },
  ]);
});
