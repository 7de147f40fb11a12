import { operationOf } from "@/lib/stripe/client";
import {
  customerMetadata,
  idOf,
  membershipMetadata,
  orderMetadata,
  ownerOfCustomer,
  parseMembershipMetadata,
  parseOrderMetadata,
  refundMetadata,
} from "@/lib/stripe/metadata";
import { SESSION_ID } from "@/lib/stripe/session-id";

describe("metadata", () => {
  const ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";
  const OTHER_ID = "9b2f8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";
  const order = {
    id: ID,
    batch_id: null,
    user_id: ID,
    plan_type: "pro",
    num_cards: 12,
    rate_cents: 2200,
  };

  test("describes each payment's batch, buyer and rate in its metadata", () => {
    const bought = { app: "slabrelay", order_id: ID, plan_type: "pro", num_cards: "12", rate_cents: "2200" };
    expect(orderMetadata(order)).toEqual({ ...bought, batch_id: "", user_id: ID });
    const ofGuest = { ...order, batch_id: "BATCH-ABCDEFGH-2345", user_id: null };
    expect(orderMetadata(ofGuest)).toEqual({ ...bought, batch_id: "BATCH-ABCDEFGH-2345" });
  });

  test("includes the order and request ID in a staff refund's metadata", () => {
    const refund = refundMetadata(ID, OTHER_ID);
    expect(refund).toEqual({ app: "slabrelay", order_id: ID, refund_request: OTHER_ID });
    expect(parseOrderMetadata(refund)?.order_id).toBe(ID);
  });

  test("includes the person, plan and attempt in a membership session's metadata", () => {
    const metadata = membershipMetadata({ userId: ID, plan: "pro", attempt: 2 });
    const named = { app: "slabrelay", kind: "membership", user_id: ID, plan: "pro", attempt: "2" };
    expect(metadata).toEqual(named);
    expect(parseMembershipMetadata(metadata)).toEqual(named);
  });

  test("accepts a user ID of any UUID version and returns it as the database stores it", () => {
    const userId = "5eed0000-0000-0000-0000-000000000001";
    expect(ownerOfCustomer(customerMetadata(userId))).toBe(userId);
    const membership = membershipMetadata({ userId, plan: "pro", attempt: 1 });
    expect(parseMembershipMetadata(membership)).toEqual(membership);
  });

  test.each([[null], [{ app: "another shop", user_id: ID }], [{ app: "slabrelay", user_id: "42" }]])(
    "finds no customer in the metadata %j",
    (metadata) => expect(ownerOfCustomer(metadata)).toBeNull(),
  );

  test.each([
    ["pi_1", "pi_1"],
    [{ id: "pi_1", object: "payment_intent" }, "pi_1"],
    ["", null],
    [{}, null],
    [null, null],
  ])("returns from Stripe's %j the ID %j", (reference, id) => {
    expect(idOf(reference)).toBe(id);
  });

  test.each([
    [null],
    [{}],
    [{ app: "another shop", order_id: ID }],
    [{ app: "slabrelay", order_id: "42" }],
    [membershipMetadata({ userId: ID, plan: "pro", attempt: 1 })],
  ])("finds no order in the metadata %j", (metadata) => expect(parseOrderMetadata(metadata)).toBeNull());

  test("parses neither an order's session as a membership nor a refund as a customer", () => {
    expect(parseMembershipMetadata(orderMetadata(order))).toBeNull();
    expect(ownerOfCustomer(refundMetadata(ID, ID))).toBeNull();
  });
});

describe("operation", () => {
  test.each([
    ["GET", "/v1/checkout/sessions/cs_test_a1B2?expand[0]=payment_intent", "GET v1/checkout/sessions/{id}"],
    ["POST", "/v1/checkout/sessions/cs_test_a1B2/expire", "POST v1/checkout/sessions/{id}/expire"],
    ["GET", "/v1/customers/jane%40example.org", "GET v1/customers/{id}"],
    ["GET", "/v1/refunds?payment_intent=pi_1&limit=100", "GET v1/refunds"],
  ])("returns for %s %s the operation %s", (method, path, operation) => {
    expect(operationOf(method, path)).toBe(operation);
  });
});

describe("session id", () => {
  test.each([
    ["cs_test_a1B2c3D4e5", true],
    ["cs_live_a1B2c3D4e5", true],
    [`cs_test_${"a".repeat(251)}`, false],
    ["cs_test_a1B2c3D4e", false],
    ["cs_other_a1B2c3D4e5", false],
    ["pi_test_a1B2c3D4e5", false],
    ["cs_test_a1B2c3D4e5/expire", false],
    ["cs_test_../../refunds", false],
    ["", false],
  ])("returns whether %j can be looked up in Stripe: %s", (id, expected) => {
    expect(SESSION_ID.test(id)).toBe(expected);
  });
});
