import { packageName, receivingDeskSchema } from "@/lib/staff/desk/receiving-desk";
import { aDeskOrder, aPackage } from "@/sandbox/builders/desk";

const aside = {
  reason: "unpaid",
  note: null,
  set_aside_at: "2026-08-20T12:00:00+00:00",
  set_aside_by: null,
  asked_note: null,
  asked_at: null,
  asked_by: null,
} as const;
const desk = {
  staff_role: "staff",
  awaited: { count: 1000, is_more: true },
  here: null,
  orders: [aDeskOrder({ return_address: { full_name: "Jane" }, set_aside: aside, box_counts: [4] })],
  packages: [],
  next_package: null,
  set_asides: [
    {
      ...aside,
      order_id: "1",
      batch_id: null,
      customer_name: null,
      email: null,
      payment_status: "unpaid",
      shelf_location: null,
    },
  ],
  next_set_aside: null,
  package_changes: [
    {
      id: "1",
      kind: "edit",
      sender: null,
      tracking_number: null,
      actor_email: null,
      created_at: "2026-08-20",
    },
  ],
  acts: [],
};

test.each([null, "ups"] as const)(
  "a package by the carrier %s is on the desk beside the order",
  (carrier) => {
    const whole = { ...desk, packages: [aPackage({ carrier })] };
    expect(receivingDeskSchema.parse(whole)).toEqual(whole);
  },
);

test("a carrier that nobody knows is refused", () => {
  const packages = [{ ...aPackage(), carrier: "pigeon" }];
  expect(receivingDeskSchema.safeParse({ ...desk, packages }).success).toBe(false);
});

test.each([
  [{ sender: "Casey", tracking_number: "1Z" }, "Casey"],
  [{ sender: null, tracking_number: "1Z" }, "1Z"],
  [{ sender: null, tracking_number: null }, "an unknown sender"],
])("a package with %j is called %s", (facts, name) => expect(packageName(facts)).toBe(name));
