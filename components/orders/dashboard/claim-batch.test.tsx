/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ClaimBatch } from "@/components/orders/dashboard/claim-batch";
import { apiPaths } from "@/lib/base/api-paths";
import { postJson } from "@/lib/http/post-json";
import type { ClaimOffer } from "@/lib/orders/claims/claim-offer";

jest.mock("@/lib/http/post-json");
const goTo = jest.fn();
jest.mock("@/lib/auth/sign-in/signed-in", () => ({ goTo: (path: string) => goTo(path) }));
const post = jest.mocked(postJson);
const ASK: ClaimOffer = {
  orderId: "order-1",
  batchId: "BATCH-1",
  cards: "12 cards",
  email: "c•••@e•••.com",
  link: null,
  isOwn: false,
};

beforeEach(() => {
  jest.resetAllMocks();
  localStorage.clear();
  post.mockResolvedValue({ ok: true, data: {} } as never);
});

test.each([
  ["redeems the link", { link: "link" }, apiPaths.claim, { action: "redeem", link: "link" }],
  ["links by the account's own address", { isOwn: true }, apiPaths.linkGuestOrders, {}],
])("%s and opens the batch", async (_, changed, path, body) => {
  render(<ClaimBatch offer={{ ...ASK, ...changed }} userId="user-1" />);
  screen.getByText("Add BATCH-1 (12 cards) to this account?");
  await userEvent.click(screen.getByRole("button", { name: "Add batch" }));
  expect(post).toHaveBeenCalledWith(path, body);
  expect(goTo).toHaveBeenCalledWith("/dashboard?batch=BATCH-1");
});

test("asks the address that paid, and moves the focus to what happens next", async () => {
  render(<ClaimBatch offer={ASK} userId="user-1" />);
  await userEvent.click(screen.getByRole("button", { name: "Email the link" }));
  expect(post).toHaveBeenCalledWith(apiPaths.claim, { action: "request", order_id: "order-1" });
  expect(document.activeElement?.textContent).toBe("Check c•••@e•••.com for our email");
});

test("shows why it failed, and can be tried again", async () => {
  post.mockResolvedValue({ ok: false, error: "Too many requests." } as never);
  render(<ClaimBatch offer={ASK} userId="user-1" />);
  await userEvent.click(screen.getByRole("button", { name: "Email the link" }));
  expect(screen.getByRole("alert").textContent).toBe("Too many requests.");
  expect(screen.getByRole("button", { name: "Email the link" }).getAttribute("aria-busy")).not.toBe("true");
});

test("stays hidden for this account only", async () => {
  const { unmount } = render(<ClaimBatch offer={ASK} userId="user-1" />);
  await userEvent.click(screen.getByRole("button", { name: "Hide" }));
  expect(screen.queryByRole("button")).toBeNull();
  unmount();
  render(<ClaimBatch offer={ASK} userId="user-2" />);
  screen.getByRole("button", { name: "Email the link" });
});
