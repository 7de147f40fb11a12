/** @jest-environment jsdom */
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SubmissionForm } from "@/components/orders/submit/submission-form";
import { UnpaidBatchNotice } from "@/components/orders/submit/unpaid-batch-notice";
import { loadSubmissionRules } from "@/components/orders/submit/use-submission-rules";
import { completePendingBatch, savePendingBatch } from "@/lib/orders/checkout/pending-batch";
import { readPendingInput, savePendingInput } from "@/lib/orders/checkout/pending-input";
import type { PaymentStatus } from "@/lib/orders/order";
import { anOrder } from "@/sandbox/builders/order";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));

const endpoint = stubEndpoint();
const user = userEvent.setup({ delay: null });
const CASEY = { userId: "u1", email: "casey@example.com" };
const PLAN = { type: "pro", label: "Pro", rateCents: 2200 } as const;
const SENT = { batchId: "BATCH-A", numCards: 10, notes: "New sleeves", totalAmount: 220, timestamp: 1 };

const typed = () => [
  screen.getByLabelText<HTMLInputElement>("Number of cards").value,
  screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Notes/ }).value,
];

/** The form after this tab has sent a batch to the payment page; the server says how the batch stands. */
function comeBack(standing?: PaymentStatus, hasLeft = false, { wanted = "", notes = SENT.notes } = {}) {
  savePendingBatch({ ...SENT, notes }, { owner: CASEY, plan: "pro", sessionId: "cs_test_1" });
  const recentBatches = standing ? [{ batch_id: "BATCH-A", payment_status: standing }] : [];
  const known = { person: CASEY, plan: PLAN, remaining: null, recentBatches, hasLeft, wanted };
  return render(<SubmissionForm {...known} />);
}

/** What the notice says of the batch, its ID kept on one line. */
function notice(words: RegExp): HTMLElement {
  expect(screen.getByText("BATCH-A").className).toBe("batch-id");
  return screen.getByText((_own, part) => part?.tagName === "DIV" && words.test(part.textContent ?? ""));
}

// As when the form was touched a moment ago.
beforeAll(loadSubmissionRules);
beforeEach(() => sessionStorage.clear());

test.each(["canceled", "failed"] as const)(
  "a batch that is %s now: restoring starts a new one",
  (standing) => {
    comeBack(standing);
    const said = notice(/^BATCH-A is closed, and so is its payment page\./);
    expect(said.textContent).toContain("Restoring it starts a new batch.");
    expect(screen.queryByRole("link", { name: "I have paid it" })).toBeNull();
    expect(screen.getByRole("button", { name: "Restore" })).toBeTruthy();
    expect(typed()).toEqual(["", ""]);
  },
);

test.each(["paid", "pending"] as const)("a batch that is %s is not offered again", (standing) => {
  comeBack(standing);
  expect(screen.queryByText(/You started a batch/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Restore" })).toBeNull();
  expect(typed()).toEqual(["", ""]);
});

// An unpaid one may have been paid a moment ago: only the payment service knows.
test.each([undefined, "unpaid"] as const)(
  "a batch that is %s stands in the form as it was sent",
  (standing) => {
    comeBack(standing);
    expect(typed()).toEqual(["10", "New sleeves"]);
    const said = notice(/^BATCH-A stands below as you sent it\./).textContent;
    expect(said).toMatch(/a new batch, which replaces it\. If you have paid, do not pay again\.$/);
    expect(screen.getByRole("link", { name: "I have paid it" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Restore" })).toBeNull();
  },
);

test("by the payment page's own way out: nothing was charged, which is said once, and the same batch is sent", async () => {
  history.replaceState(null, "", "/submit?mode=payg&left=1");
  endpoint.answer({ status: 503, body: { error: "Not now." } });
  comeBack(undefined, true);
  expect(notice(/^Nothing was charged\. BATCH-A stands below as you sent it\./)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "I have paid it" })).toBeNull();
  await waitFor(() => expect(location.search).toBe("?mode=payg"));
  await user.click(screen.getByRole("button", { name: "Pay $220.00" }));
  await screen.findByText("Not now.");
  expect(endpoint.calls[0]?.body).toMatchObject({ batch_id: "BATCH-A", num_cards: 10, notes: "New sleeves" });
});

const restorePage = () => fireEvent(window, Object.assign(new Event("pageshow"), { persisted: true }));

test("a page out of the browser's memory does not say that nothing was charged: it may have been paid since", () => {
  comeBack(undefined, true);
  restorePage();
  expect(notice(/^BATCH-A stands below .* If you have paid, do not pay again\.$/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "I have paid it" })).toBeTruthy();
});

test("after another press, the words of the way out are not said again", async () => {
  endpoint.answer({ status: 503, body: "?" });
  comeBack(undefined, true);
  await user.click(screen.getByRole("button", { name: "Pay $220.00" }));
  await screen.findByText("Failed to process payment. Please try again.");
  expect(screen.queryByText(/^Nothing was charged\./)).toBeNull();
});

test("the notice of an unpaid batch says what is agreed to by paying it", () => {
  render(
    <UnpaidBatchNotice order={anOrder({ payment_status: "unpaid", batch_id: "BATCH-A" })} userId="u1" />,
  );
  expect(screen.getByText("BATCH-A").className).toBe("batch-id");
  expect(screen.getByText(/^By paying you agree to our/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "refunds" }).getAttribute("href")).toBe("/refunds");
});

test("the notice of an unpaid batch says it once, too", async () => {
  const words = () => screen.getByText(/A new batch replaces it\.$/).textContent;
  const notice = <UnpaidBatchNotice order={anOrder({ payment_status: "unpaid" })} userId="u1" hasLeft />;
  const { unmount } = render(notice);
  expect(words()).toMatch(/^Nothing was charged\. /);
  restorePage();
  expect(words()).not.toContain("Nothing was charged");
  unmount();
  endpoint.answer({ status: 503, body: { error: "Not now." } });
  render(notice);
  await user.click(screen.getByRole("button", { name: "Resume payment" }));
  await screen.findByText("Not now.");
  expect(words()).not.toContain("Nothing was charged");
});

test("what was typed since is not written over; a press restores the batch", async () => {
  savePendingInput(CASEY, { numCards: "4", notes: "" });
  comeBack();
  expect(typed()).toEqual(["4", ""]);
  expect(
    screen.getByText(/If you have paid, do not restore it\..*to a new payment once it has closed\./),
  ).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Restore" }));
  expect(typed()).toEqual(["10", "New sleeves"]);
});

test("an address that names 30 cards while 10 are pending: the 30 stand, and the 10 are offered", async () => {
  endpoint.answer({ status: 503, body: { error: "Not now." } });
  comeBack(undefined, false, { wanted: "30" });
  expect(typed()).toEqual(["30", ""]);
  expect(readPendingInput(CASEY)).toEqual({ numCards: "30", notes: "" });
  expect(notice(/^BATCH-A went to the payment page\./)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Pay $660.00" }));
  await screen.findByText("Not now.");
  expect(endpoint.calls[0]?.body).toMatchObject({ num_cards: 30 });
  expect(endpoint.calls[0]?.body).not.toMatchObject({ batch_id: "BATCH-A" });
});

test("an address that names 10 cards while just 10 are pending: that batch stands in the form, under its ID", async () => {
  endpoint.answer({ status: 503, body: { error: "Not now." } });
  comeBack(undefined, false, { wanted: "10", notes: "" });
  expect(typed()).toEqual(["10", ""]);
  expect(readPendingInput(CASEY)).toBeNull();
  expect(notice(/^BATCH-A stands below as you sent it\./)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Pay $220.00" }));
  await screen.findByText("Not now.");
  expect(endpoint.calls[0]?.body).toMatchObject({ batch_id: "BATCH-A", num_cards: 10 });
});

test("an address that names 10 cards while 10 with notes are pending: they are offered, for Restore", async () => {
  comeBack(undefined, false, { wanted: "10" });
  // The number is checked, which takes a turn.
  await act(async () => {});
  expect(typed()).toEqual(["10", ""]);
  expect(notice(/^BATCH-A went to the payment page\./)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Restore" })).toBeTruthy();
});

test("the batch that still stands in the form keeps its ID over a look at another page", async () => {
  savePendingInput(CASEY, { numCards: "10", notes: "New sleeves" });
  endpoint.answer({ status: 503, body: { error: "Not now." } });
  comeBack();
  await user.click(screen.getByRole("button", { name: "Pay $220.00" }));
  await screen.findByText("Not now.");
  expect(endpoint.calls[0]?.body).toMatchObject({ batch_id: "BATCH-A" });
});

test.each([
  ["by itself", null],
  ["where it was kept as typed", { numCards: "10", notes: "New sleeves" }],
  ["by Restore", { numCards: "4", notes: "" }],
])(
  "a sent batch put back %s is not kept as typed: once it is paid, the form is empty",
  async (_how, typedBefore) => {
    if (typedBefore) savePendingInput(CASEY, typedBefore);
    const { unmount } = comeBack();
    const restore = screen.queryByRole("button", { name: "Restore" });
    if (restore) await user.click(restore);
    expect(typed()).toEqual(["10", "New sleeves"]);
    expect(readPendingInput(CASEY)).toBeNull();
    unmount();
    completePendingBatch("BATCH-A");
    render(<SubmissionForm person={CASEY} plan={PLAN} remaining={null} />);
    expect(typed()).toEqual(["", ""]);
  },
);

test("what is typed over a batch that was put back is kept; typed back, it is the sent batch again", async () => {
  comeBack();
  await user.type(screen.getByLabelText("Number of cards"), "5");
  expect(readPendingInput(CASEY)).toEqual({ numCards: "105", notes: "New sleeves" });
  await user.type(screen.getByLabelText("Number of cards"), "{Backspace}");
  expect(readPendingInput(CASEY)).toBeNull();
});

test("Discard empties the form, too", async () => {
  comeBack();
  await act(() => user.click(screen.getByRole("button", { name: "Discard" })));
  expect(typed()).toEqual(["", ""]);
  expect(screen.queryByText(/You started a batch/)).toBeNull();
});

test("Discard leaves what was typed over the batch; the words and the ID follow what stands in the form", async () => {
  endpoint.answer({ status: 503, body: { error: "Not now." } });
  comeBack();
  const cards = screen.getByLabelText("Number of cards");
  await user.clear(cards);
  await user.type(cards, "25");
  expect(screen.queryByText(/as you sent it/)).toBeNull();
  expect(notice(/^BATCH-A went to the payment page\./)).toBeTruthy();
  await user.clear(cards);
  await user.type(cards, "10");
  expect(notice(/^BATCH-A stands below as you sent it\./)).toBeTruthy();
  await user.type(screen.getByRole("textbox", { name: /^Notes/ }), ", please");
  expect(screen.queryByText(/as you sent it/)).toBeNull();
  await act(() => user.click(screen.getByRole("button", { name: "Discard" })));
  expect(typed()).toEqual(["10", "New sleeves, please"]);
  await user.click(screen.getByRole("button", { name: "Pay $220.00" }));
  await screen.findByText("Not now.");
  expect(endpoint.calls[0]?.body).not.toMatchObject({ batch_id: "BATCH-A" });
});

test("a batch typed again just as it was sent keeps its ID, as the words say", async () => {
  savePendingInput(CASEY, { numCards: "1", notes: "New sleeves" });
  endpoint.answer({ status: 503, body: { error: "Not now." } });
  comeBack();
  await user.type(screen.getByLabelText("Number of cards"), "0");
  expect(notice(/^BATCH-A stands below as you sent it\./)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Pay $220.00" }));
  await screen.findByText("Not now.");
  expect(endpoint.calls[0]?.body).toMatchObject({ batch_id: "BATCH-A" });
});
