import { pollDelayMs } from "@/lib/base/poll-delay";
import { isRefusal, paymentOutcome, refusalMessage } from "@/lib/orders/confirmation/payment-outcome";
import { aFailure } from "@/sandbox/builders/json-failure-builder";

test("every status of the server leads to one outcome, and only two kinds to a success", () => {
  for (let status = 200; status <= 599; status++) {
    if (status < 300) continue;
    const outcome = paymentOutcome(aFailure({ status }));
    if (status === 409) expect(outcome).toBe("confirmed");
    else expect(outcome).not.toBe("confirmed");
  }
});

test.each([
  [{ ok: true, status: 200, data: { success: true } }, "confirmed"],
  [{ ok: true, status: 200, data: { success: false } }, "pending"],
  [{ ok: true, status: 200, data: {} }, "confirming"],
  [{ ok: true, status: 200, data: null }, "confirming"],
  [aFailure({ status: 0 }), "confirming"],
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

test("asks every 3 s for a minute, then every 15 s", () => {
  const delays = Array.from({ length: 22 }, (_, polls) => pollDelayMs(polls));
  expect(delays.slice(0, 20).reduce((sum, delay) => sum + delay, 0)).toBe(60_000);
  expect(delays.slice(20)).toEqual([15_000, 15_000]);
});

test.each([0, 200, 401, 408, 425, 429, 500, 503])("after %i nobody knows what was done", (status) => {
  expect(isRefusal(status)).toBe(false);
});

test.each([
  ["payment_not_completed", "This payment was not completed.", "This payment was not completed."],
  ["unknown", "Be right back.", "Be right back."],
  ["unexpected", "Whatever", "An error occurred while processing your payment."],
  ["no_answer", "Whatever", "An error occurred while processing your payment."],
] as const)("a refusal of the code %s that says %j reads %j", (code, error, message) => {
  expect(refusalMessage(aFailure({ status: 400, code, error }))).toBe(message);
});
