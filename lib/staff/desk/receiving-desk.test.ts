import { receivingDeskSchema } from "@/lib/staff/desk/receiving-desk";
import { aStaffOrder } from "@/sandbox/builders/order";

const unmatched = {
  id: "1",
  carrier: null,
  tracking_number: null,
  sender: null,
  notes: null,
  shelf_location: null,
  arrived_at: "2026-08-20T12:00:00+00:00",
  arrived_by: null,
  order_id: null,
  matched_at: null,
  matched_by: null,
  arrived_by_email: null,
};
const order = { ...aStaffOrder(), return_address: { full_name: "Jane" }, received_by: null };

test.each([null, "ups"])("a package by the carrier %s is on the desk beside the order", (carrier) => {
  const desk = { staff_role: "staff", orders: [order], packages: [{ ...unmatched, carrier }], acts: [] };
  expect(receivingDeskSchema.parse(desk)).toEqual(desk);
});

test("a carrier that nobody knows is refused", () => {
  const packages = [{ ...unmatched, carrier: "pigeon" }];
  expect(receivingDeskSchema.safeParse({ staff_role: "staff", orders: [], packages }).success).toBe(false);
});
