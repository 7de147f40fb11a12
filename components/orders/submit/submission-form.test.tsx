/** @jest-environment jsdom */

import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { loadSubmissionRules, SubmissionForm } from "@/components/orders/submit/submission-form";
import { completePendingBatch, savePendingBatch } from "@/lib/orders/checkout/pending-batch";
import { readPendingInput, savePendingInput } from "@/lib/orders/checkout/pending-input";
import type { PaymentStatus } from "@/lib/orders/status";
import { serverRendered } from "@/sandbox/builders/server-rendered";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

const endpoint = stubEndpoint();

// As if the form had already been touched.
beforeAll(() => loadSubmissionRules());

describe("submission form", () => {
  const refused = { status: 503, body: { error: "Not now." } };
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const count = () => screen.getByLabelText<HTMLInputElement>("Number of cards");
  const button = () => screen.getByRole("button", { name: /^(Pay|Continue to payment|Opening)/ });

  const total = () => screen.getByText("Total").nextElementSibling?.textContent;

  function open({ remaining = null as number | null, wanted = "" } = {}) {
    const plan = { type: "payg", label: "Pay-As-You-Go", rateCents: 2500 } as const;
    render(<SubmissionForm person={null} plan={plan} remaining={remaining} wanted={wanted} />);
  }

  const notesField = () => screen.getByLabelText<HTMLTextAreaElement>(/^Notes/);
  const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } });

  async function submit(cards: string, notes = "") {
    type(count(), cards);
    if (notes) type(notesField(), notes);
    await press();
  }

  /** Clicks the button and waits for pending work, without advancing the timers. */
  async function press() {
    button().focus();
    fireEvent.click(button());
    await settle();
  }

  const settle = () =>
    act(async () => {
      for (let turn = 0; turn < 5; turn++) await jest.advanceTimersByTimeAsync(0);
    });

  beforeEach(() => {
    jest.useFakeTimers();
    sessionStorage.clear();
    endpoint.answer(refused);
  });
  afterEach(() => jest.useRealTimers());

  test.each(["", "0"])("shows an error at the field for %j cards", async (cards) => {
    open();
    await submit(cards);
    expect(screen.getByText("Please enter at least 1 card")).toBeTruthy();
    expect(document.activeElement).toBe(count());
    expect(endpoint.calls).toEqual([]);
  });

  test("keeps text typed before hydration over an older draft", async () => {
    savePendingInput(null, { numCards: "5", notes: "kept" });
    const plan = { type: "payg", label: "Pay-As-You-Go", rateCents: 2500 } as const;
    const form = <SubmissionForm person={null} plan={plan} remaining={null} />;
    const container = serverRendered(form);
    count().value = "12";
    render(form, { container, hydrate: true });
    await settle();
    expect(count().value).toBe("12");
    expect(total()).toBe("$300.00");
    expect(notesField().value).toBe("kept");
  });

  test("prefers the number in the URL over a draft and removes it from the URL", async () => {
    savePendingInput(null, { numCards: "5", notes: "kept" });
    history.replaceState(null, "", "/submit?mode=payg&cards=30");
    open({ wanted: "30" });
    await settle();
    expect(count().value).toBe("30");
    expect(total()).toBe("$750.00");
    expect(notesField().value).toBe("kept");
    expect(location.search).toBe("?mode=payg");
    expect(readPendingInput(null)).toEqual({ numCards: "30", notes: "kept", title: "" });
    expect(endpoint.calls).toEqual([]);
  });

  test("ignores letters and rejects a number above the order limit", async () => {
    open();
    await user.type(count(), "1a2b");
    expect(count().value).toBe("12");
    expect(total()).toBe("$300.00");
    await user.clear(count());
    await user.type(count(), "12345");
    await settle();
    expect(
      screen.getByText("A batch holds up to 9,999 cards. Split yours into two or more batches."),
    ).toBeTruthy();
    expect(endpoint.calls).toEqual([]);
  });

  test("reports too many cards while typing and on submit until the number is corrected", async () => {
    open({ remaining: 3 });
    expect(count().placeholder).toBe("Enter number (max 3)");
    await submit("4");
    expect(screen.getByText("You can only submit up to 3 cards this month")).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toBe("Please enter a valid number of cards");
    const payg = screen.getByRole("link", { name: "Submit 4 cards at $25.00 each" });
    expect(payg.getAttribute("href")).toBe("/submit?mode=payg&cards=4");
    expect(screen.getByRole("link", { name: "upgrade your plan" }).getAttribute("href")).toBe("/pricing");
    // Offers no charge that can't be made.
    expect([total(), button().textContent]).toEqual(["", "Continue to payment"]);
    type(count(), "3");
    await settle();
    expect(screen.queryByText("You can only submit up to 3 cards this month")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(endpoint.calls).toEqual([]);
  });

  test("resets the form after a failure and restores the same batch", async () => {
    open();
    type(screen.getByLabelText(/^Name this batch/), " Vintage lot ");
    await submit("7", "keep me");
    expect(screen.getByText("Not now.")).toBeTruthy();
    expect(count().value).toBe("");
    expect(screen.getByText("You have an unpaid batch of 7 cards")).toBeTruthy();
    fireEvent.click(screen.getByText("Restore", { selector: "button, button > span" }));
    expect(count().value).toBe("7");
    expect(notesField().value).toBe("keep me");
    act(() => jest.advanceTimersByTime(3_000));
    await press();
    expect(endpoint.calls).toHaveLength(2);
    expect(endpoint.calls[1]).toEqual(endpoint.calls[0]);
    expect(endpoint.calls[0]).toMatchObject({
      path: "/api/create-checkout-session",
      body: {
        num_cards: 7,
        notes: "keep me",
        title: "Vintage lot",
        batch_id: expect.stringMatching(/^BATCH-/),
      },
    });
  });

  test("rejects a second submission within three seconds", async () => {
    open();
    await submit("2");
    expect(screen.getByText("Not now.")).toBeTruthy();
    act(() => jest.advanceTimersByTime(2_999));
    await submit("3");
    expect(screen.getByText("Please wait a moment before submitting again")).toBeTruthy();
    expect(endpoint.calls).toHaveLength(1);
    await act(() => jest.advanceTimersByTimeAsync(3_000));
    expect(screen.queryByText("Please wait a moment before submitting again")).toBeNull();
    await press();
    expect(endpoint.calls).toHaveLength(2);
  });

  test("sends one request on a double submission", async () => {
    let arrives: (answer: typeof refused) => void = () => {};
    endpoint.answer(
      new Promise((resolve) => {
        arrives = resolve;
      }),
    );
    open();
    type(count(), "2");
    fireEvent.click(button());
    fireEvent.click(button());
    await settle();
    expect(button().textContent).toBe("Opening the payment page…");
    expect(button().getAttribute("aria-disabled")).toBe("true");
    fireEvent.submit(count());
    arrives(refused);
    await settle();
    expect(screen.getByText("Not now.")).toBeTruthy();
    expect(endpoint.calls).toHaveLength(1);
  });

  test("keeps the form and the batch ID without a response", async () => {
    endpoint.answer({ status: 503, body: "?" });
    open();
    await submit("7", "keep me");
    expect(screen.getByRole("alert").textContent).toBe(
      "Failed to process payment. Please try again.We couldn't reach the server. You haven't been charged.",
    );
    expect(count().value).toBe("7");
    expect(notesField().value).toBe("keep me");
    expect(document.activeElement).toBe(button());
    expect(screen.queryByRole("button", { name: "Restore" })).toBeNull();
    act(() => jest.advanceTimersByTime(3_000));
    await press();
    expect(endpoint.calls).toHaveLength(2);
    expect(endpoint.calls[1]).toEqual(endpoint.calls[0]);
  });

  test.each([
    ["has no address", { status: 200, body: {} }, "No checkout URL received"],
    ["has no words", { status: 503, body: {} }, "Failed to create checkout session"],
    ["has words of its own", refused, "Not now."],
  ])("shows the error and offers the batch again when a response %s", async (_what, answer, message) => {
    endpoint.answer(answer);
    open();
    await submit("2");
    expect(screen.getByText(message)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Restore" })).toBeTruthy();
  });
});

describe("use offered batch", () => {
  const CASEY = { userId: "u1", email: "casey@example.com" };
  const PLAN = { type: "pro", label: "Pro", rateCents: 2200 } as const;
  const SENT = { batchId: "BATCH-A", numCards: 10, notes: "New sleeves", totalAmount: 220, timestamp: 1 };

  const notesField = () => screen.getByLabelText<HTMLTextAreaElement>(/^Notes/);
  async function press(name: string) {
    fireEvent.click(screen.getByText(name, { selector: "button, button > span" }));
    await endpoint.settle();
  }

  const typed = () => [screen.getByLabelText<HTMLInputElement>("Number of cards").value, notesField().value];

  /** Renders the form after this tab opened Checkout for a batch whose status the server reports as `standing`. */
  function comeBack(standing?: PaymentStatus, hasLeft = false) {
    savePendingBatch(SENT, { owner: CASEY, plan: "pro", sessionId: "cs_test_1" });
    const recentBatches = standing ? [{ batch_id: "BATCH-A", payment_status: standing }] : [];
    const known = { person: CASEY, plan: PLAN, remaining: null, recentBatches, hasLeft };
    return render(<SubmissionForm {...known} />);
  }

  beforeEach(() => sessionStorage.clear());

  test("offers to restore a batch as a new one when its payment page has expired", () => {
    comeBack("canceled");
    expect(screen.getByText("The payment page has expired. Restore the batch to pay for it.")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "I already paid" })).toBeNull();
    expect(screen.getByText("Restore", { selector: "button, button > span" })).toBeTruthy();
    expect(typed()).toEqual(["", ""]);
  });

  test.each(["paid", "pending"] as const)("does not offer a %s batch", (standing) => {
    comeBack(standing);
    expect(screen.queryByText(/You have an unpaid batch/)).toBeNull();
    expect(screen.queryByText("Restore", { selector: "button, button > span" })).toBeNull();
    expect(typed()).toEqual(["", ""]);
  });

  test("fills the form with an unpaid batch and links to its payment", () => {
    comeBack("unpaid");
    expect(typed()).toEqual(["10", "New sleeves"]);
    expect(
      screen.getByText("Pay for it below, change the number to start over, or discard it."),
    ).toBeTruthy();
    expect(screen.getByRole("link", { name: "I already paid" })).toBeTruthy();
    expect(screen.queryByText("Restore", { selector: "button, button > span" })).toBeNull();
  });

  test("confirms after Back that nothing was charged, and sends the same batch again", async () => {
    history.replaceState(null, "", "/submit?mode=payg&left=1");
    endpoint.answer({ status: 503, body: { error: "Not now." } });
    comeBack(undefined, true);
    expect(screen.getByText(/^You haven't been charged\. Pay for it below/)).toBeTruthy();
    expect(screen.queryByRole("link", { name: "I already paid" })).toBeNull();
    await endpoint.settle();
    expect(location.search).toBe("?mode=payg");
    await press("Pay $220.00");
    screen.getByText("Not now.");
    expect(endpoint.calls[0]?.body).toMatchObject({
      batch_id: "BATCH-A",
      num_cards: 10,
      notes: "New sleeves",
    });
  });

  test("keeps a newer draft until Restore is clicked", async () => {
    savePendingInput(CASEY, { numCards: "4", notes: "" });
    comeBack();
    expect(typed()).toEqual(["4", ""]);
    expect(screen.getByText("Restore it to pay. If you already paid, don't pay again.")).toBeTruthy();
    await press("Restore");
    expect(typed()).toEqual(["10", "New sleeves"]);
  });

  test("clears the form after a restored batch was paid for", () => {
    const { unmount } = comeBack();
    expect(typed()).toEqual(["10", "New sleeves"]);
    expect(readPendingInput(CASEY)).toBeNull();
    unmount();
    completePendingBatch("BATCH-A");
    render(<SubmissionForm person={CASEY} plan={PLAN} remaining={null} />);
    expect(typed()).toEqual(["", ""]);
  });
});
