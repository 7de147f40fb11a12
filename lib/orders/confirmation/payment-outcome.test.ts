import { messages } from "@/lib/base/errors";
import { paymentOutcome, refusalMessage } from "@/lib/orders/confirmation/payment-outcome";

test("every status of the server leads to one outcome, and only two kinds to a success", () => {
  for (let status = 200; status <= 599; status++) {
    if (status < 300) continue;
    const outcome = paymentOutcome({ ok: false, status, error: "x" });
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
  [{ ok: false, status: 0, error: "" }, "confirming"],
  [{ ok: false, status: 400, error: "Payment already processed" }, "confirmed"],
  [{ ok: false, status: 400, error: "" }, "refused"],
  [{ ok: false, status: 402, error: "" }, "refused"],
  [{ ok: false, status: 404, error: "" }, "refused"],
  [{ ok: false, status: 422, error: "" }, "refused"],
  [{ ok: false, status: 401, error: "" }, "confirming"],
  [{ ok: false, status: 408, error: "" }, "confirming"],
  [{ ok: false, status: 429, error: "" }, "confirming"],
  [{ ok: false, status: 500, error: "" }, "confirming"],
  [{ ok: false, status: 503, error: "" }, "confirming"],
] as const)("%j is %s", (answer, outcome) => {
  expect(paymentOutcome(answer)).toBe(outcome);
});

test.each([
  [
    "This payment was not completed, and nothing was charged.",
    "This payment was not completed, and nothing was charged.",
  ],
  ["", "An error occurred while processing your payment."],
  [messages.unexpected, "An error occurred while processing your payment."],
])("a refusal that says %j reads %j", (error, message) => {
  expect(refusalMessage({ ok: false, status: 400, error })).toBe(message);
});
