import { followPayment, type PaymentState } from "@/lib/orders/confirmation/follow-payment";
import type { PaymentToConfirm } from "@/lib/orders/confirmation/payment-outcome";

const PAYG: PaymentToConfirm = {
  sessionId: "cs_test_a1b2c3d4e5",
  batchId: "BATCH-ABCDEFGH-2345",
  orderId: undefined,
  isPayg: true,
};
const paid = () => Response.json({ success: true, submission: { batch_id: "BATCH-SERVER01-2345" } });
const refusal = (status: number, error: string) => () => Response.json({ error }, { status });
const away = () => Promise.reject(new TypeError("fetch failed"));
const never = () => new Promise<Response>(() => {});

type Reply = () => Response | Promise<Response>;

/** Follows a payment against these answers in turn (the last one goes on), and tells what was asked and shown when. */
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

test("a pay-as-you-go batch is asked for by its session and order", async () => {
  const { done, calls, states } = start([paid], { ...PAYG, orderId: "o1" });
  await done;
  const body = { session_id: PAYG.sessionId, order_id: "o1" };
  expect(calls).toEqual([{ at: 0, path: "/api/process-payg-payment", body }]);
  expect(states).toEqual([{ name: "confirmed", batchId: "BATCH-SERVER01-2345" }]);
});

test("a batch of an account is asked for by its session and batch ID, and names who asks", async () => {
  const { done, calls } = start([paid], { ...PAYG, isPayg: false, userId: "u1" });
  await done;
  const body = { session_id: PAYG.sessionId, batch_id: PAYG.batchId, user_id: "u1" };
  expect(calls).toEqual([{ at: 0, path: "/api/process-submission-payment", body }]);
});

test("of a batch that was canceled and refunded meanwhile the server's own page is shown", async () => {
  const refunded = () => Response.json({ error: "Canceled.", code: "payment_refunded" }, { status: 422 });
  const { done, states } = start([refunded]);
  await done;
  expect(states).toEqual([{ name: "confirmed", batchId: PAYG.batchId }]);
});

test.each([
  ["a conflict", refusal(409, "Busy.")],
  ["a payment that was processed before", refusal(400, "Payment already processed")],
  ["a success without the order's facts", () => Response.json({ success: true })],
  ["a success of an order that has no batch ID", () => Response.json({ success: true, submission: null })],
])("%s is a success of the batch that the address names", async (_, reply) => {
  const { done, states } = start([reply]);
  await done;
  expect(states).toEqual([{ name: "confirmed", batchId: PAYG.batchId }]);
});

test("nothing but the processing call is asked: the mail is the server's own work", async () => {
  const { done, calls } = start([paid]);
  await done;
  await pass(60_000);
  expect(calls.map(({ path }) => path)).toEqual(["/api/process-payg-payment"]);
});

test("an unknown outcome is asked about every 3 s until the truth comes", async () => {
  const { done, calls, shown } = start([away, refusal(503, "away"), () => new Response("<html>"), paid]);
  await pass(9_000);
  await done;
  expect(calls.map(({ at }) => at)).toEqual([0, 3_000, 6_000, 9_000]);
  expect(shown()).toEqual(["confirming", "confirming", "confirming", "confirmed"]);
});

test("a payment on its way, then refused by the bank", async () => {
  const pending = () => Response.json({ success: false, status: "pending" });
  const { done, states } = start([pending, refusal(402, "Not paid.")]);
  await pass(3_000);
  await done;
  expect(states).toEqual([{ name: "pending" }, { name: "refused", message: "Not paid." }]);
});

test("a server that never answers is given up after twelve seconds and asked again", async () => {
  const { done, calls, shown } = start([never, paid]);
  await pass(12_000);
  expect(shown()).toEqual(["confirming"]);
  await pass(3_000);
  await done;
  expect(calls.map(({ at }) => at)).toEqual([0, 15_000]);
  expect(shown()).toEqual(["confirming", "confirmed"]);
});

test("leaving the page ends the questions", async () => {
  const { stop, done, calls, shown } = start([refusal(500, "x")]);
  await pass(3_000);
  stop.abort();
  await done;
  await pass(60_000);
  expect(calls).toHaveLength(2);
  expect(shown()).toEqual(["confirming", "confirming"]);
});

test("leaving the page gives up the question that hangs", async () => {
  const { stop, done } = start([never]);
  const ended = jest.fn();
  done.then(ended);
  await pass(1_000);
  stop.abort();
  await pass(0);
  expect(ended).toHaveBeenCalled();
});
