import {
  membershipMetadata,
  orderMetadata,
  ownerOfCustomer,
  parseMembershipMetadata,
  parseOrderMetadata,
  refundMetadata,
} from "@/lib/stripe/metadata";

const ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";
const order = {
  id: ID,
  batch_id: null,
  user_id: ID,
  plan_type: "pro",
  num_cards: 12,
  rate_cents: 2200,
};

test("what an order's payment page carries names the order again", () => {
  expect(parseOrderMetadata(orderMetadata(order))?.order_id).toBe(ID);
});

test("a session of ours stays ours when it lacks all that nobody reads", () => {
  expect(parseOrderMetadata({ app: "slabrelay", order_id: ID })).toEqual({ app: "slabrelay", order_id: ID });
});

test.each([
  [null],
  [{}],
  [{ app: "another shop", order_id: ID }],
  [{ app: "slabrelay", order_id: "42" }],
  [membershipMetadata({ userId: ID, plan: "pro", attempt: 1 })],
])("%j is no order's", (metadata) => expect(parseOrderMetadata(metadata)).toBeNull());

test("an order's session is no membership's, and a refund's owner is nobody's customer", () => {
  expect(parseMembershipMetadata(orderMetadata(order))).toBeNull();
  expect(ownerOfCustomer(refundMetadata(ID, ID))).toBeNull();
});
