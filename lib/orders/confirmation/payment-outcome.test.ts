import { paymentOutcome, refusalMessage } from "@/lib/orders/confirmation/payment-outcome";
import { aFailure } from "@/sandbox/builders/json-failure";

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
