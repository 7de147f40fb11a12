import {
  checkedOrderSchema,
  exceptionReasonSchema,
  orderEventSchema,
  orderSchema,
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
  const { guest_key: _key, owner_has_app: _app, address_asked_until: _asked, ...asked } = stored;
  const { cards_sent: _sent, ...own } = asked;
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
