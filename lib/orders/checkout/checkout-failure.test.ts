import { messages } from "@/lib/base/errors";
import { checkoutFailure } from "@/lib/orders/checkout/checkout-failure";

test.each([
  ["an answer without an address", { ok: true, status: 200, data: {} }, "No checkout URL received"],
  [
    "nobody there",
    { ok: false, status: 0, error: messages.unexpected },
    "Failed to process payment. Please try again.",
  ],
  [
    "a failure without words",
    { ok: false, status: 500, error: messages.unexpected },
    "Failed to create checkout session",
  ],
  ["a failure with words", { ok: false, status: 409, error: "The price changed." }, "The price changed."],
] as const)("%s", (_name, answer, message) => {
  expect(checkoutFailure(answer)).toBe(message);
});
