import {
  checkedOrderSchema,
  exceptionReasonSchema,
  orderEventSchema,
  orderSchema,
  ownsOrder,
  printedOrderSchema,
  reviewReasonSchema,
} from "@/lib/orders/order";
import { anOrder } from "@/sandbox/builders/order";

const stored = anOrder({
  guest_key: "a".repeat(64),
  return_address: { full_name: "Jane Collector", city: "Portland" },
  received_at: "2026-11-21T12:00:00+00:00",
  received_count: 2,
  package_condition: "ok",
});

test("of a stored order each reader gets what is theirs, and people never the guest's key", () => {
  const { guest_key: _key, address_asked_until: _asked, cards_sent: _sent, ...own } = stored;
  const { return_address: address, received_at: at, package_condition: condition, ...order } = own;
  const row = { ...stored, search_text: "jane", internal: 1 };
  expect(orderSchema.parse(row)).toEqual(order);
  expect(printedOrderSchema.parse(row)).toEqual({ ...order, return_address: address });
  expect(checkedOrderSchema.parse(row)).toEqual({
    ...order,
    return_address: address,
    received_at: at,
    package_condition: condition,
  });
});

test.each([
  { payment_status: "refunded" },
  { submission_status: "on the moon" },
  { plan_type: null },
  { grading_fee: "50.00" },
  { total_paid: undefined },
])("%j is no order", (fields) => {
  expect(orderSchema.safeParse({ ...stored, ...fields }).success).toBe(false);
});

test("an event of a kind that nobody knows is refused", () => {
  const event = { type: "arrived", from: null, to: null, actor: "staff", message: null, at: "2026-11-21" };
  expect(orderEventSchema.safeParse(event).success).toBe(true);
  expect(orderEventSchema.safeParse({ ...event, type: "teleported" }).success).toBe(false);
});

test("no word says both that money does not fit and that an order is to be looked at", () => {
  const reasons: string[] = [...exceptionReasonSchema.options, ...reviewReasonSchema.options];
  expect(new Set(reasons).size).toBe(reasons.length);
});

const nobody = { userId: null, guestKey: null };

describe("ownsOrder", () => {
  test.each([
    ["the account of the order", { user_id: "u1", guest_key: null }, { userId: "u1", guestKey: null }, true],
    ["another account", { user_id: "u1", guest_key: null }, { userId: "u2", guestKey: null }, false],
    ["nobody", { user_id: "u1", guest_key: null }, nobody, false],
    ["the guest's browser", { user_id: null, guest_key: "k1" }, { userId: null, guestKey: "k1" }, true],
    [
      "the guest's browser, now signed in",
      { user_id: null, guest_key: "k1" },
      { userId: "u1", guestKey: "k1" },
      true,
    ],
    ["another browser", { user_id: null, guest_key: "k1" }, { userId: null, guestKey: "k2" }, false],
    [
      "the guest's browser after an account took the order",
      { user_id: "u1", guest_key: "k1" },
      { userId: null, guestKey: "k1" },
      false,
    ],
    ["an imported order without an owner", { user_id: null, guest_key: null }, nobody, false],
  ] as const)("%s", (_, order, viewer, owned) => {
    expect(ownsOrder(order, viewer)).toBe(owned);
  });
});
