import { confirmedOrder } from "@/lib/orders/confirmation/confirmation";
import {
  followPayment,
  type PaymentState,
  type PaymentToConfirm,
  paymentOutcome,
  refusalMessage,
} from "@/lib/orders/confirmation/follow-payment";
import { maskEmail } from "@/lib/orders/order";
import { anOrder } from "@/sandbox/builders/order";
import { aFailure } from "@/sandbox/builders/stub-endpoint";

describe("confirmation", () => {
  const nobody = { userId: null, guestKey: null };

  test("shows the owner the whole order", () => {
    const order = anOrder({
      user_id: "u1",
      user_email: "casey@example.com",
      notes: "fragile",
      total_paid: 50,
    });
    expect(confirmedOrder(order, { userId: "u1", guestKey: null })).toMatchObject({
      notes: "fragile",
      user_email: "casey@example.com",
      total_paid: 50,
      isMasked: false,
      isGuest: false,
    });
  });

  test("hides email, title, notes, account and receipt from others with the link", () => {
    const order = anOrder({
      user_id: "u1",
      user_email: "casey@example.com",
      title: "Vintage lot",
      notes: "fragile",
      receipt_url: "https://pay.example/receipt",
    });
    const shown = confirmedOrder(order, nobody);
    expect(shown).toMatchObject({
      title: null,
      notes: null,
      user_id: null,
      receipt_url: null,
      isMasked: true,
    });
    expect(JSON.stringify(shown)).not.toMatch(/casey|example\.com|Vintage|fragile|receipt"/);
  });

  test.each([
    ["casey@example.com", "c•••@e•••.com"],
    ["casey", "c•••@•••."],
    ["", null],
    [null, null],
  ])("masks %s as %s", (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });
});

describe("payment outcome", () => {
  const statuses = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

  test("treats 409 as the only success among error statuses", () => {
    const confirmed = statuses(300, 599).filter(
      (status) => paymentOutcome(aFailure({ status })) === "confirmed",
    );
    expect(confirmed).toEqual([409]);
  });

  test.each([
    [{ ok: true, status: 200, data: { success: false } }, "pending"],
    [{ ok: true, status: 200, data: { duplicate: true } }, "confirmed"],
    [{ ok: true, status: 200, data: null }, "confirming"],
    [aFailure({ status: 0 }), "confirming"],
    [aFailure({ status: 400, error: "Payment already processed" }), "confirmed"],
    [aFailure({ status: 400 }), "refused"],
    [aFailure({ status: 401 }), "confirming"],
    [aFailure({ status: 500 }), "confirming"],
  ] as [Parameters<typeof paymentOutcome>[0], string][])("maps %j to the outcome %s", (answer, outcome) => {
    expect(paymentOutcome(answer)).toBe(outcome);
  });

  test.each([
    ["payment_not_completed", "This payment was not completed.", "This payment was not completed."],
    ["unexpected", "Whatever", "An error occurred while processing your payment."],
  ] as const)("shows the refusal %s with the message %j as %j", (code, error, message) => {
    expect(refusalMessage(aFailure({ status: 400, code, error }))).toBe(message);
  });
});

describe("follow payment", () => {
  const PAYG: PaymentToConfirm = {
    sessionId: "cs_test_a1b2c3d4e5",
    batchId: "BATCH-ABCDEFGH-2345",
    orderId: undefined,
    isPayg: true,
  };
  const paid = () => Response.json({ success: true, submission: { batch_id: "BATCH-SERVER01-2345" } });
  const refusal = (status: number, error: string) => () => Response.json({ error }, { status });
  const never = () => new Promise<Response>(() => {});

  type Reply = () => Response | Promise<Response>;

  function start(replies: Reply[], payment = PAYG) {
    const stop = new AbortController();
    const calls: { at: number; path: string; body: unknown }[] = [];
    const states: PaymentState[] = [];
    const begun = Date.now();
    global.fetch = jest.fn((path, init) => {
      calls.push({ at: Date.now() - begun, path: String(path), body: JSON.parse(String(init?.body)) });
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      const aborted = new Promise<never>((_, reject) =>
        init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError"))),
      );
      return Promise.race([Promise.resolve(reply?.() ?? never()), aborted]);
    });
    const done = followPayment({ payment, signal: stop.signal, onState: (state) => states.push(state) });
    return { stop, calls, states, done, shown: () => states.map(({ name }) => name) };
  }

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  test("polls a pay-as-you-go batch by session ID and order ID", async () => {
    const { done, calls, states } = start([paid], { ...PAYG, orderId: "o1" });
    await done;
    const body = { session_id: PAYG.sessionId, order_id: "o1" };
    expect(calls).toEqual([{ at: 0, path: "/api/process-payg-payment", body }]);
    expect(states).toEqual([{ name: "confirmed", batchId: "BATCH-SERVER01-2345" }]);
  });

  test("polls an account's batch by session ID, batch ID and user ID", async () => {
    const { done, calls } = start([paid], { ...PAYG, isPayg: false, userId: "u1" });
    await done;
    const body = { session_id: PAYG.sessionId, batch_id: PAYG.batchId, user_id: "u1" };
    expect(calls).toEqual([{ at: 0, path: "/api/process-submission-payment", body }]);
  });

  test("confirms a batch that was refunded in the meantime, so its page can explain it", async () => {
    const refunded = () => Response.json({ error: "Canceled.", code: "payment_refunded" }, { status: 422 });
    const { done, states } = start([refunded]);
    await done;
    expect(states).toEqual([{ name: "confirmed", batchId: PAYG.batchId }]);
  });

  test.each([
    ["a conflict", refusal(409, "Busy.")],
    ["a payment that was processed before", refusal(400, "Payment already processed")],
    ["a success without the order's facts", () => Response.json({ success: true })],
  ])("confirms the batch in the URL on %s", async (_, reply) => {
    const { done, states } = start([reply]);
    await done;
    expect(states).toEqual([{ name: "confirmed", batchId: PAYG.batchId }]);
  });

  test("makes no further calls once the payment is confirmed", async () => {
    const { done, calls } = start([paid]);
    await done;
    await pass(60_000);
    expect(calls.map(({ path }) => path)).toEqual(["/api/process-payg-payment"]);
  });
});
