import { SAVED_VIEWS } from "@/lib/staff/labels";
import { orderPageSchema } from "@/lib/staff/orders/order-page";
import { aStaffOrder } from "@/sandbox/builders/order";

const none = { count: 0, is_more: false };
const page = {
  staff_role: "staff",
  my_rights: { rights: ["exports"], ask: "olive@example.com" },
  orders: [aStaffOrder(), aStaffOrder({ batch_id: null, payment_status: "unpaid" })],
  is_sorted: null,
  next_cursor: { at: "2026-08-20T12:00:00.123456+00:00", id: aStaffOrder().id },
  previous_cursor: null,
  stopped_at: null,
  total: { count: 1000, is_more: true },
  views: Object.fromEntries(SAVED_VIEWS.map((view) => [view, none])),
  unmatched_packages: none,
  open_group: 7,
  answers: [{ id: aStaffOrder().id, told: null }],
};

test.each([{}, { orders: [], next_cursor: null, total: null, views: null, open_group: null, answers: [] }])(
  "a page with %j is one",
  (fields) => {
    expect(orderPageSchema.parse({ ...page, ...fields })).toEqual({ ...page, ...fields });
  },
);

test("every saved view has its count, or the page is none", () => {
  const { overdue: _left, ...views } = page.views;
  expect(orderPageSchema.safeParse({ ...page, views }).success).toBe(false);
});
