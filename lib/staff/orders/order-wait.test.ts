import { type OrderWait, orderWait } from "@/lib/staff/orders/order-wait";
import { aStaffOrder } from "@/sandbox/builders/order";

const NOW = Date.parse("2026-11-27T15:00:01Z");
const times = { received_at: null, arrived_at: null, paid_at: null } as const;
const here = { fulfillment_status: "grading" } as const;

test.each<[Parameters<typeof aStaffOrder>[0], Partial<OrderWait> | null]>([
  [
    { ...times, ...here, received_at: "2026-11-06T15:00:00Z" },
    { days: 21, for: "here", lateDays: 1 },
  ],
  [
    { ...times, ...here, received_at: "2026-11-06T15:00:01Z" },
    { days: 21, for: "here", lateDays: 0 },
  ],
  [
    { ...times, ...here, received_at: "2026-11-05T15:00:00Z" },
    { days: 22, lateDays: 2 },
  ],
  [
    { ...times, arrived_at: "2026-11-26T15:00:00Z", paid_at: "2026-11-01T00:00:00Z" },
    { days: 1, for: "unopened" },
  ],
  [
    { ...times, paid_at: "2026-11-27T00:00:00Z", payment_status: "paid" },
    { days: 0, for: "to arrive" },
  ],
  [{ ...times, paid_at: "2026-11-27T00:00:00Z", payment_status: "canceled" }, null],
  [{ ...times, payment_status: "unpaid" }, null],
  [{ ...times, received_at: "2026-01-06T15:00:00Z", fulfillment_status: "complete" }, null],
])("%j waits: %j", (columns, expected) => {
  const wait = orderWait(aStaffOrder(columns), NOW);
  if (expected === null) expect(wait).toBeNull();
  else expect(wait).toMatchObject(expected);
});
