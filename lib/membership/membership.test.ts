import { publicMembership } from "@/lib/membership/membership";
import { aMembership } from "@/sandbox/builders/membership";

test("what anybody with the payment session may see names no person", () => {
  const membership = aMembership();
  const ids = { user_id: "u", stripe_subscription_id: "sub_1", stripe_customer_id: "cus_1" };
  expect(publicMembership({ ...membership, ...ids })).toEqual(membership);
});
