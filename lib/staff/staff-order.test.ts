import { conflictSchema, staffOrderEventSchema, staffOrderSchema } from "@/lib/staff/staff-order";
import { aStaffOrder } from "@/sandbox/builders/order";

const event = {
  id: 1,
  type: "submission_status",
  from_value: "grading",
  to_value: "received",
  actor_type: "staff",
  actor_id: null,
  actor_email: null,
  public: true,
  message: null,
  data: null,
  occurred_at: "2026-08-20T12:00:00+00:00",
  order_version: null,
};

test.each([
  { package_condition: "wet" },
  { review_reason: "late_payment" },
  { payment_status: "refunded" },
  { open_exceptions: null },
])("%j is no order of the staff's lists", (fields) => {
  expect(staffOrderSchema.safeParse({ ...aStaffOrder(), ...fields }).success).toBe(false);
});

test("of an event's data only the mark of a correction is read", () => {
  const data = { corrected: true, package_id: "1" };
  expect(staffOrderEventSchema.parse({ ...event, data }).data).toEqual({ corrected: true });
  expect(staffOrderEventSchema.parse(event)).toEqual(event);
});

test("a conflict carries the order as it is now and what others did", () => {
  const conflict = { outcome: "conflict", order: aStaffOrder({ version: 3 }), changes: [event] };
  expect(conflictSchema.parse(conflict)).toEqual(conflict);
});
