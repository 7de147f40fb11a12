import { paymentOutcome, refusalMessage } from "@/lib/orders/confirmation/payment-outcome";
import { aFailure } from "@/sandbox/builders/json-failure";

const statuses = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

test("of all failures only 409, processed before, is a success", () => {
  const confirmed = statuses(300, 599).filter(
    (status) => paymentOutcome(aFailure({ status })) === "confirmed",
  );
  expect(confirmed).toEqual([409]);
});

test.each([
  [{ success: true }, "confirmed"],
  [{ success: false }, "pending"],
  [{}, "confirming"],
] as const)("an answer of 200 to 299 that says %j is %s", (data, outcome) => {
  const outcomes = statuses(200, 299).map((status) => paymentOutcome({ ok: true, status, data }));
  expect(outcomes).toEqual(outcomes.map(() => outcome));
});

test.each([
  [{ ok: true, status: 200, data: { success: true } }, "confirmed"],
  [{ ok: true, status: 200, data: { success: true, duplicate: true } }, "confirmed"],
  [{ ok: true, status: 200, data: { duplicate: true } }, "confirmed"],
  [{ ok: true, status: 200, data: { success: false } }, "pending"],
  [{ ok: true, status: 200, data: {} }, "confirming"],
  [{ ok: true, status: 200, data: null }, "confirming"],
  [aFailure({ status: 0 }), "confirming"],
  [aFailure({ status: 400, error: "Payment already processed" }), "confirmed"],
  [aFailure({ status: 400 }), "refused"],
  [aFailure({ status: 402 }), "refused"],
  [aFailure({ status: 404 }), "refused"],
  [aFailure({ status: 422 }), "refused"],
  [aFailure({ status: 401 }), "confirming"],
  [aFailure({ status: 408 }), "confirming"],
  [aFailure({ status: 429 }), "confirming"],
  [aFailure({ status: 500 }), "confirming"],
  [aFailure({ status: 503 }), "confirming"],
] as [Parameters<typeof paymentOutcome>[0], string][])("%j is %s", (answer, outcome) => {
  expect(paymentOutcome(answer)).toBe(outcome);
});

test.each([
  ["payment_not_completed", "This payment was not completed.", "This payment was not completed."],
  ["unknown", "Be right back.", "Be right back."],
  ["unexpected", "Whatever", "An error occurred while processing your payment."],
  ["no_answer", "Whatever", "An error occurred while processing your payment."],
] as const)("a refusal of the code %s that says %j reads %j", (code, error, message) => {
  expect(refusalMessage(aFailure({ status: 400, code, error }))).toBe(message);
});
