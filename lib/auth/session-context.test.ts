import { sessionContextSchema } from "@/lib/auth/session-context";

const customer = { staff_role: null, profile_complete: false, subscription: null, renewing_customer: null };

test.each([
  [customer, customer],
  [
    { ...customer, staff_role: "owner", subscription: { plan_type: "pro", status: "active" } },
    { ...customer, staff_role: "owner", subscription: { plan_type: "pro" } },
  ],
])("%j is known", (answer, context) => {
  expect(sessionContextSchema.parse(answer)).toEqual(context);
});

test.each([
  { ...customer, staff_role: "admin" },
  { ...customer, subscription: { plan_type: "free" } },
  { ...customer, profile_complete: null },
  { ...customer, renewing_customer: undefined },
  null,
])("%j is nothing that prices an order", (answer) => {
  expect(sessionContextSchema.safeParse(answer).success).toBe(false);
});
