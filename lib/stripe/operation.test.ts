import { operationOf } from "@/lib/stripe/operation";

test.each([
  ["POST", "/v1/checkout/sessions", "POST v1/checkout/sessions"],
  ["GET", "/v1/checkout/sessions/cs_test_a1B2?expand[0]=payment_intent", "GET v1/checkout/sessions/{id}"],
  ["POST", "/v1/checkout/sessions/cs_test_a1B2/expire", "POST v1/checkout/sessions/{id}/expire"],
  ["GET", "/v1/customers/cus_abc", "GET v1/customers/{id}"],
  ["GET", "/v1/customers/jane%40example.org", "GET v1/customers/{id}"],
  ["GET", "/v1/refunds?payment_intent=pi_1&limit=100", "GET v1/refunds"],
  ["POST", "/v1/billing_portal/sessions", "POST v1/billing_portal/sessions"],
])("%s %s is the operation %s", (method, path, operation) => {
  expect(operationOf(method, path)).toBe(operation);
});
