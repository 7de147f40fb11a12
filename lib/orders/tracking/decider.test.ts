import { deciderArguments, deciderOf, returnPathOf } from "@/lib/orders/tracking/decider";
import { trackingTokenHash } from "@/lib/orders/tracking/tracking-link";

test("a payment page leads back to where its person came from", () => {
  const batchPath = "/dashboard?batch=BATCH-1";
  expect(returnPathOf("a", { trackPath: "/track/t", batchPath })).toBe("/track/t?paid=a");
  expect(returnPathOf("a", { trackPath: null, batchPath })).toBe("/dashboard?batch=BATCH-1&paid=a");
});

test("who has only a link decides by its token, which the database knows by its hash", () => {
  const caller = { userId: "u", guestKey: null, email: "jane@example.org" };
  expect(deciderOf(caller, undefined)).toEqual({ userId: "u", guestKey: null, tokenHash: null });
  expect(deciderArguments(deciderOf({ userId: null, guestKey: "g" }, "t"))).toEqual({
    p_user_id: null,
    p_guest_key: "g",
    p_token_hash: trackingTokenHash("t"),
  });
});
