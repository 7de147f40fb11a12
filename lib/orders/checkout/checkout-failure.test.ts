import { messages } from "@/lib/base/errors";
import { checkoutFailure } from "@/lib/orders/checkout/checkout-failure";
import { aFailure } from "@/sandbox/builders/json-failure-builder";

test.each([
  ["an answer without an address", { ok: true, status: 200, data: {} } as const, "No checkout URL received"],
  [
    "nobody there",
    aFailure({ status: 0, error: messages.unexpected }),
    "Failed to process payment. Please try again.",
  ],
  [
    "a failure without words",
    aFailure({ status: 500, error: messages.unexpected }),
    "Failed to create checkout session",
  ],
  ["a failure with words", aFailure({ status: 409, error: "The price changed." }), "The price changed."],
])("%s", (_name, answer, message) => {
  expect(checkoutFailure(answer)).toBe(message);
});
