/** @jest-environment jsdom */

import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { SuccessProgress } from "@/components/membership/success-progress";
import { ConfirmationError } from "@/components/orders/confirmation/confirmation-error";
import { ConfirmationProgress } from "@/components/orders/confirmation/confirmation-progress";
import { ConfirmedSubmission } from "@/components/orders/confirmation/confirmed-submission";
import { takeTypedEmail } from "@/lib/auth/sign-in/typed-email";
import { errorCodes } from "@/lib/base/error-codes";
import type { ErrorCode } from "@/lib/base/errors";
import { cancellationOf } from "@/lib/orders/cancellation";
import { confirmedOrder } from "@/lib/orders/confirmation/confirmation";
import { inboundShipmentOf } from "@/lib/orders/inbound";
import { promiseText } from "@/lib/orders/promise";
import { batchStanding, stepStatus } from "@/lib/orders/status";
import { nextStep } from "@/lib/orders/timeline";
import { aMembership } from "@/sandbox/builders/membership";
import { navigation } from "@/sandbox/builders/navigation";
import { anOrder } from "@/sandbox/builders/order";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);
jest.mock("@/components/orders/batch/lazy-parts", () => ({
  ...jest.requireActual("@/components/orders/batch/lazy-parts"),
  CancelBatch: jest.requireActual("@/components/orders/batch/cancel-panel").CancelPanel,
  InboundShipment: jest.requireActual("@/components/orders/batch/inbound-shipment-panel")
    .InboundShipmentPanel,
}));

describe("confirmation", () => {
  const SESSION = "cs_test_a1b2c3d4e5";
  const NOW = Date.parse("2026-11-20T12:00:00Z");
  const BATCH = "BATCH-TEST0001-2345";
  const PAYMENT = { sessionId: SESSION, batchId: BATCH, orderId: undefined, isPayg: false };

  const facts = () =>
    Object.fromEntries(
      screen.getAllByRole("term").map((term) => [term.textContent, term.nextSibling?.textContent]),
    );
  const links = () => screen.getAllByRole("link").map(({ textContent }) => textContent);
  const headings = () => screen.getAllByRole("heading").map(({ textContent }) => textContent);
  const folds = () =>
    [...document.querySelectorAll("main > div > details > summary")].map(({ textContent }) => textContent);

  /** Renders an order's confirmation as its owner sees it, or a visitor who has only the link. */
  function confirm(fields: Parameters<typeof anOrder>[0], isSignedIn: boolean, isOwner = true) {
    const order = anOrder({ receipt_url: "https://pay.example/receipt", notes: "Fragile", ...fields });
    const viewer = isOwner
      ? { userId: order.user_id, guestKey: order.guest_key }
      : { userId: null, guestKey: null };
    render(
      <ConfirmedSubmission
        order={confirmedOrder(order, viewer)}
        isSignedIn={isSignedIn}
        trackingLink={{ generation: 1, path: "/track/t" }}
        photos={[]}
        hasReceipt={order.received_count !== null}
        inboundShipment={inboundShipmentOf(order, NOW)}
        cancellation={cancellationOf(order, 25_000, "by_itself", null)}
        standing={batchStanding(order).label}
        meaning={stepStatus(order).meaning}
        next={nextStep(order, NOW)}
        promise={promiseText(order, NOW)}
      />,
    );
  }

  test("shows a paid batch's next step and collapses everything else", () => {
    const own = {
      user_id: "u1",
      user_email: "casey@example.com",
      plan_type: "pro" as const,
      rate_cents: 2200,
    };
    confirm(own, true);
    expect(facts()).toMatchObject({
      "Batch ID": BATCH,
      "Order type": "Serious Collector",
      Cards: "10",
      "Rate per card": "$22.00",
      "Total paid": "10 × $22.00 =$220.00",
      "Payment status": "Paid",
      Notes: "Fragile",
      Receipt: "View receipt",
    });
    expect(headings()[0]).toBe("Paid. Now ship your 10 cards.");
    expect(folds()).toEqual(["Order details and receipt", "What happens next", "Cancel for a full refund"]);
    expect(links().slice(-2)).toEqual(["Go to Dashboard", "Submit More Cards"]);
    const print = screen.getByRole("link", { name: "Print box label and packing slip" });
    expect(print.getAttribute("href")).toMatch(/\/label\?with=slip$/);
  });

  test("offers a guest an account, a membership and the tracking link", () => {
    confirm({ guest_key: "a".repeat(64), guest_email: "casey@example.com" }, false);
    expect(facts()).toMatchObject({ "Order type": "Pay-As-You-Go", "Payment status": "Paid" });
    expect(folds()).toEqual([
      "Order details and receipt",
      "What happens next",
      "Track or share this batch",
      "Create an account",
      "Save on your next batch",
      "Cancel for a full refund",
    ]);
    expect(links().slice(-2)).toEqual(["Back to Home", "Submit More Cards"]);
    const create = screen.getByRole("link", { name: "Create Account" });
    // The email used for the payment is passed along, but not in the URL.
    expect(create.getAttribute("href")).toBe("/signup?plan=free&next=%2Fdashboard&cards=10");
    create.addEventListener("click", (event) => event.preventDefault());
    fireEvent.click(create);
    expect(takeTypedEmail()).toBe("casey@example.com");
  });

  test("hides details and shipping on another device and offers to email the link", () => {
    confirm({ user_id: "u1", user_email: "casey@example.com", plan_type: "pro" }, false, false);
    expect(headings()).toEqual(["This batch is paid for", "Order details"]);
    expect(facts()).toMatchObject({ "Payment status": "Paid", "Confirmation sent to": "c•••@e•••.com" });
    expect(links()).toEqual(["Email me the link", "Back to Home", "Submit More Cards"]);
    expect(screen.queryByText(/postage|pack|box label/i)).toBeNull();
    expect(screen.getByText(/^For your privacy, details are hidden on this device\./)).toBeTruthy();
  });

  test.each([
    [false, ["Back to Submissions"]],
    [true, ["Back to Submissions", "Go to Dashboard"]],
  ])("links an error to the form, and to the dashboard when signed in (%s)", (isSignedIn, expected) => {
    render(<ConfirmationError isSignedIn={isSignedIn} />);
    expect(screen.getByRole("alert").textContent).toContain(
      "Invalid payment session. Please contact support.",
    );
    expect(links().filter((text) => text !== "Contact Support")).toEqual(expected);
  });

  /** Renders the progress page and checks it before and after the response. */
  async function wait(status: number, body: object) {
    let answer: (response: Response) => void = () => {};
    globalThis.fetch = jest.fn(
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    );
    const { container, unmount } = render(<ConfirmationProgress payment={PAYMENT} isSignedIn />);
    expect(screen.getByRole("heading").textContent).toBe("Confirming your payment…");
    expect(container.querySelectorAll("svg.animate-spin")).toHaveLength(1);
    await act(async () => answer({ ok: status < 400, status, json: async () => body } as Response));
    return unmount;
  }

  test.each<[ErrorCode, number, string]>([
    ["payment_failed", 422, "Failed to process payment"],
    ["payment_changed", 422, "Our team changed this payment."],
    ["payment_not_completed", 402, "This payment wasn't completed. You haven't been charged."],
    ["order_payment_unknown", 404, "Invalid payment session. Please contact support."],
    ["unexpected", 400, "An error occurred while processing your payment."],
  ])(
    "shows a spinner until a payment fails as %s with status %d, then shows: %s",
    async (code, status, words) => {
      const unmount = await wait(status, { error: errorCodes[code].text, code });
      expect(screen.getByRole("alert").textContent).toContain(words);
      expect(screen.getByRole("alert").textContent).toContain(SESSION);
      unmount();
    },
  );

  test("shows a payment as being confirmed, not as paid, when the server fails", async () => {
    const unmount = await wait(503, { error: "away" });
    expect(facts()).toMatchObject({ "Batch ID": BATCH, "Payment status": "Paid (being confirmed)" });
    expect(screen.queryByText("Paid")).toBeNull();
    expect(screen.getByText("Wait to ship your cards until the payment is confirmed.")).toBeTruthy();
    // The page says not to pay again, so it offers no new batch.
    expect(links()).toEqual(["Go to Dashboard"]);
    unmount();
  });
});

describe("false success", () => {
  const refresh = jest.fn();
  beforeEach(() => void Object.assign(navigation, { refresh }));

  const sessionId = "cs_test_a1b2c3d4e5";
  const payment = { sessionId, batchId: "BATCH-TEST0001-2345", orderId: undefined };
  const payer = { userId: "u1", email: "casey@example.com" };

  /** The pages that wait for a payment, with the heading of each while it waits. */
  const pages: [name: string, page: () => ReactElement, waiting: string][] = [
    [
      "a membership's",
      () => <SuccessProgress sessionId={sessionId} payer={payer} />,
      "Setting up your membership…",
    ],
    [
      "a batch's",
      () => <ConfirmationProgress payment={{ ...payment, isPayg: false }} isSignedIn />,
      "Confirming your payment…",
    ],
  ];

  /** Responses that look like a success but prove nothing. */
  const injected: { status: number; body: string }[] = [
    ...[
      "",
      "{}",
      "null",
      '"Paid"',
      "<html>Paid</html>",
      '{"success":"true"}',
      '{"payment_status":"paid"}',
    ].map((body) => ({ status: 200, body })),
    { status: 200, body: '{"subscription":{"status":"active","plan_type":"pro"}}' },
    { status: 204, body: "" },
    { status: 302, body: "<html>Paid</html>" },
    { status: 404, body: '{"error":"Paid","code":"unexpected"}' },
    { status: 500, body: '"Paid"' },
  ];

  const before = globalThis.fetch;
  afterAll(() => Object.assign(globalThis, { fetch: before }));
  type Fetch = (path: string, init: RequestInit) => Promise<unknown>;
  const answerWith = (answer: Fetch) => Object.assign(globalThis, { fetch: answer });
  const respond = ({ status, body }: { status: number; body: string }) =>
    answerWith(async () => ({
      ok: status >= 200 && status < 300,
      status,
      json: async () => JSON.parse(body),
    }));

  /** Stays pending until the page aborts the request. */
  const never: Fetch = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    });

  const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  const bare = () => screen.queryAllByText(/^\s*(Paid|Active)\s*$/).map(({ textContent }) => textContent);
  const heading = () => document.querySelector("h1")?.textContent;

  describe.each(pages)("%s page", (_, page, waiting) => {
    test(`shows neither Paid nor Active after any of ${injected.length} responses that prove nothing`, async () => {
      const wrong: object[] = [];
      for (const answer of injected) {
        respond(answer);
        const { unmount } = render(page());
        await settle();
        // The waiting screen would mean that the page ignored the response.
        if (bare().length > 0 || heading() === waiting)
          wrong.push({ ...answer, bare: bare(), heading: heading() });
        unmount();
      }
      expect(wrong).toEqual([]);
    });

    test("shows neither Paid nor Active without a response or after a timeout", async () => {
      jest.useFakeTimers();
      try {
        answerWith(never);
        const { unmount } = render(page());
        await act(() => jest.advanceTimersByTimeAsync(5_000));
        expect([bare(), heading()]).toEqual([[], waiting]);
        await act(() => jest.advanceTimersByTimeAsync(10_000));
        expect(bare()).toEqual([]);
        expect(heading()).not.toBe(waiting);
        unmount();
      } finally {
        jest.useRealTimers();
      }
    });
  });

  test("accepts a response that proves the payment on both pages", async () => {
    respond({
      status: 200,
      body: JSON.stringify({
        success: true,
        subscription: aMembership({ current_period_end: "9999-12-05T00:00:00Z" }),
      }),
    });
    const membership = render(<SuccessProgress sessionId={sessionId} payer={payer} />);
    await settle();
    expect(bare()).toEqual(["Active"]);
    membership.unmount();
    refresh.mockClear();
    const batch = render(<ConfirmationProgress payment={{ ...payment, isPayg: false }} isSignedIn />);
    await settle();
    // Only the server-rendered page may show Paid.
    expect(refresh).toHaveBeenCalled();
    batch.unmount();
  });
});
