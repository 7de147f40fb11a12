import { orderDetailsSchema } from "@/lib/staff/order/order-details";
import { anOrder, aStaffOrder } from "@/sandbox/builders/order";

const details = {
  staff_role: "owner",
  my_rights: { rights: ["refunds"], ask: null },
  order: aStaffOrder(),
  neighbours: { previous_id: null, next_id: "1" },
  details: { ...anOrder({ guest_key: "a".repeat(64) }), stripe_payment_intent_id: "pi_1" },
  profile: null,
  account_email: null,
  received_by: null,
  grader_group_ids: [],
  events: [],
  acts: [],
  notes: [{ id: 1, body: "Called", author_email: null, created_at: "2026-11-21T12:00:00Z" }],
  former_notes: null,
  set_aside: null,
  exceptions: [{ id: 1, reason: "order_not_found", resolved_at: null }],
  refunds: [],
  adjustments: [],
  problem: null,
};

test("an order's page has its ids at the payment service and never the guest's key", () => {
  const page = orderDetailsSchema.parse(details);
  expect(page.details.stripe_payment_intent_id).toBe("pi_1");
  expect(page.details).not.toHaveProperty("guest_key");
});

test("an exception of a reason that nobody knows is refused", () => {
  const exceptions = [{ id: 1, reason: "unknown_order", resolved_at: null }];
  expect(orderDetailsSchema.safeParse({ ...details, exceptions }).success).toBe(false);
});
