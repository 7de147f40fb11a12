import { checkoutFailure } from "@/lib/orders/checkout/checkout-failure";
import { aFailure } from "@/sandbox/builders/json-failure";

test.each([
  ["an answer without an address", { ok: true, status: 200, data: {} } as const, "No checkout URL received"],
  [
    "nobody there",
    aFailure({ status: 0, code: "no_answer" }),
    "Failed to process payment. Please try again.",
  ],
  [
    "a failure without words",
    aFailure({ status: 500, code: "unexpected" }),
    "Failed to create checkout session",
  ],
  [
    "a failure with words",
    aFailure({ status: 409, code: "price_changed", error: "The price changed." }),
    "The price changed.",
  ],
])("%s", (_name, answer, message) => {
  expect(checkoutFailure(answer)).toBe(message);
});
