import { returnPathOf } from "@/lib/orders/adjustments/decider";

test("a payment page leads back to where its person came from", () => {
  const batchPath = "/dashboard?batch=BATCH-1";
  expect(returnPathOf("a", { trackPath: "/track/t", batchPath })).toBe("/track/t?paid=a");
  expect(returnPathOf("a", { trackPath: null, batchPath })).toBe("/dashboard?batch=BATCH-1&paid=a");
});
