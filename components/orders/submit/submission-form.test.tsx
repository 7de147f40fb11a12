/** @jest-environment jsdom */
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SubmissionForm } from "@/components/orders/submit/submission-form";
import { loadSubmissionRules } from "@/components/orders/submit/use-submission-rules";
import { readPendingInput, savePendingInput } from "@/lib/orders/checkout/pending-input";
import { serverRendered } from "@/sandbox/builders/server-rendered";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));

const endpoint = stubEndpoint();
const refused = { status: 503, body: { error: "Not now." } };
const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
const count = () => screen.getByLabelText<HTMLInputElement>("Number of cards");
const button = () => screen.getByRole("button", { name: /^(Pay|Continue to payment|Opening)/ });

const total = () => screen.getByText("Total").nextElementSibling?.textContent;

function open({ remaining = null as number | null, wanted = "" } = {}) {
  const plan = { type: "payg", label: "Pay-As-You-Go", rateCents: 2500 } as const;
  render(<SubmissionForm person={null} plan={plan} remaining={remaining} wanted={wanted} />);
}

async function submit(cards: string, notes = "") {
  await user.clear(count());
  if (cards) await user.type(count(), cards);
  if (notes) await user.type(screen.getByRole("textbox", { name: /^Notes/ }), notes);
  await press();
}

/** Presses the button and lets everything happen that needs no more time. */
async function press() {
  await user.click(button());
  await settle();
}

const settle = () =>
  act(async () => {
    for (let turn = 0; turn < 5; turn++) await jest.advanceTimersByTimeAsync(0);
  });

// As when the form was touched a moment ago.
beforeAll(loadSubmissionRules);
beforeEach(() => {
  jest.useFakeTimers();
  sessionStorage.clear();
  endpoint.answer(refused);
});
afterEach(() => jest.useRealTimers());

test.each(["", "0"])("%j cards are asked for again, at the field", async (cards) => {
  open();
  await submit(cards);
  expect(screen.getByText("Please enter at least 1 card")).toBeTruthy();
  expect(document.activeElement).toBe(count());
  expect(endpoint.calls).toEqual([]);
});

test("what is typed before the page's script comes stays, whatever was typed on an earlier visit", async () => {
  savePendingInput(null, { numCards: "5", notes: "kept" });
  const plan = { type: "payg", label: "Pay-As-You-Go", rateCents: 2500 } as const;
  const form = <SubmissionForm person={null} plan={plan} remaining={null} />;
  const container = serverRendered(form);
  count().value = "12";
  render(form, { container, hydrate: true });
  await settle();
  expect(count().value).toBe("12");
  expect(total()).toBe("$300.00");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Notes/ }).value).toBe("kept");
});

test("beside the button stand who takes the payment, and what is agreed to", () => {
  open();
  expect(screen.getByText(/You pay on Stripe’s own page/)).toBeTruthy();
  expect(screen.getByText(/By paying you agree to our/)).toBeTruthy();
});

test("where no script runs, the blocked button is explained", () => {
  const plan = { type: "payg", label: "Pay-As-You-Go", rateCents: 2500 } as const;
  const page = serverRendered(<SubmissionForm person={null} plan={plan} remaining={null} />);
  page.remove();
  expect(page.querySelector("noscript")?.textContent).toMatch(/switch on JavaScript.*this form needs it/);
});

test("the number that the address names goes before one that was kept, and leaves the address; nothing is sent", async () => {
  savePendingInput(null, { numCards: "5", notes: "kept" });
  history.replaceState(null, "", "/submit?mode=payg&cards=30");
  open({ wanted: "30" });
  await settle();
  expect(count().value).toBe("30");
  expect(total()).toBe("$750.00");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Notes/ }).value).toBe("kept");
  expect(location.search).toBe("?mode=payg");
  expect(readPendingInput(null)).toEqual({ numCards: "30", notes: "kept" });
  expect(endpoint.calls).toEqual([]);
});

test("a number from the address that is over the month is told at once", async () => {
  open({ remaining: 3, wanted: "30" });
  await settle();
  expect(screen.getByText("You can only submit up to 3 cards this month")).toBeTruthy();
});

test("letters never get into the number, and a number that no order holds is answered, not cut off", async () => {
  open();
  await user.type(count(), "1a2b");
  expect(count().value).toBe("12");
  expect(total()).toBe("$300.00");
  await user.clear(count());
  await user.type(count(), "12345");
  await settle();
  expect(screen.getByText("One order holds up to 9,999 cards. Please split it.")).toBeTruthy();
  expect(endpoint.calls).toEqual([]);
});

test("the digits of a keyboard that composes them are read when they are done", async () => {
  open();
  fireEvent.compositionStart(count());
  fireEvent.input(count(), { target: { value: "１２" }, isComposing: true });
  expect([count().value, total()]).toEqual(["１２", "$300.00"]);
  fireEvent.compositionEnd(count());
  await settle();
  expect(count().value).toBe("12");
  expect(button().textContent).toBe("Pay $300.00");
});

test("the total alone is announced, once it stands still for half a second", async () => {
  open();
  const announced = screen.getByRole("status");
  expect([total(), announced.textContent]).toEqual(["Enter a number", ""]);
  await user.type(count(), "1");
  act(() => jest.advanceTimersByTime(499));
  await user.type(count(), "2");
  act(() => jest.advanceTimersByTime(499));
  expect([total(), announced.textContent]).toEqual(["$300.00", ""]);
  act(() => jest.advanceTimersByTime(1));
  expect(announced.textContent).toBe("$300.00");
});

test("too many for the month are told while typing, and again on the button; the right number takes both away", async () => {
  open({ remaining: 3 });
  expect(count().placeholder).toBe("Enter number (max 3)");
  await submit("4");
  expect(screen.getByText("You can only submit up to 3 cards this month")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toBe("Please enter a valid number of cards");
  // No charge is offered that cannot be made.
  expect([total(), button().textContent]).toEqual(["", "Continue to payment"]);
  await user.clear(count());
  await user.type(count(), "3");
  expect(screen.queryByText("You can only submit up to 3 cards this month")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(endpoint.calls).toEqual([]);
});

test.each(["1,500", "12 cards"])("pasting %s over a refused number removes its error", async (pasted) => {
  open();
  await submit("0");
  expect(count().getAttribute("aria-invalid")).toBe("true");
  await user.clear(count());
  await user.paste(pasted);
  await settle();
  expect(count().getAttribute("aria-invalid")).not.toBe("true");
  expect(screen.queryByText("Please enter at least 1 card")).toBeNull();
});

test("a failure empties the form and keeps a draft, which Restore puts back under the same batch", async () => {
  open();
  await submit("7", "keep me");
  expect(screen.getByText("Not now.")).toBeTruthy();
  expect(count().value).toBe("");
  expect(screen.getByText("You started a batch of 7 cards")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Restore" }));
  expect(count().value).toBe("7");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Notes/ }).value).toBe("keep me");
  act(() => jest.advanceTimersByTime(3_000));
  await press();
  expect(endpoint.calls).toHaveLength(2);
  expect(endpoint.calls[1]).toEqual(endpoint.calls[0]);
  expect(endpoint.calls[0]).toMatchObject({
    path: "/api/create-checkout-session",
    body: { num_cards: 7, notes: "keep me", batch_id: expect.stringMatching(/^BATCH-/) },
  });
});

test("a second submission within three seconds is told to wait, and is not sent", async () => {
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

test("a double submission sends one request", async () => {
  let arrives: (answer: typeof refused) => void = () => {};
  endpoint.answer(
    new Promise((resolve) => {
      arrives = resolve;
    }),
  );
  open();
  await user.type(count(), "2");
  await user.dblClick(button());
  expect(button().textContent).toBe("Opening the payment page…");
  expect(button().getAttribute("aria-disabled")).toBe("true");
  await user.type(count(), "{Enter}");
  arrives(refused);
  await settle();
  expect(screen.getByText("Not now.")).toBeTruthy();
  expect(endpoint.calls).toHaveLength(1);
});

test("where no answer comes, all that was typed stays, and the next try is for the same batch", async () => {
  endpoint.answer({ status: 503, body: "?" });
  open();
  await submit("7", "keep me");
  expect(screen.getByRole("alert").textContent).toBe(
    "Failed to process payment. Please try again.No answer came, so nothing was charged. Your batch is still here.",
  );
  expect(count().value).toBe("7");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Notes/ }).value).toBe("keep me");
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
])("an answer that %s is told, and the batch is offered again", async (_what, answer, message) => {
  endpoint.answer(answer);
  open();
  await submit("2");
  expect(screen.getByText(message)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Restore" })).toBeTruthy();
});
