import { type OrderWait, orderWait } from "@/lib/staff/orders/order-wait";
import { aStaffOrder } from "@/sandbox/builders/order";

const NOW = Date.parse("2026-11-27T15:00:01Z");
const times = { received_at: null, arrived_at: null, paid_at: null } as const;
const set = { fulfillment_status: "grading", received_at: "2026-11-06T15:00:00Z" } as const;
const here = { ...set, received_count: 10 } as const;
const said = {
  paid_at: "2026-11-12T00:00:00Z",
  payment_status: "paid",
  inbound_shipped_at: "2026-11-14T12:00:00Z",
  inbound_delivered_at: "2026-11-26T12:00:00Z",
} as const;
const promised = (to: string) => ({ promised_from: "2026-11-20", promised_to: to });

test.each<[Parameters<typeof aStaffOrder>[0], Partial<OrderWait> | null]>([
  [
    { ...times, ...here, ...promised("2026-11-27") },
    { days: 21, words: "21 days since check-in", late: null },
  ],
  [
    { ...times, ...here, ...promised("2026-11-25") },
    { days: 21, late: { lasts: "2 days late", delay: "No reason given" } },
  ],
  [
    {
      ...times,
      ...here,
      ...promised("2026-11-25"),
      delay_reason: "The grader is slow.",
      delayed_until: "2026-12-04",
    },
    { days: 21, late: { lasts: "2 days late", delay: "Now by Dec 4" } },
  ],
  [
    {
      ...times,
      ...here,
      ...promised("2026-11-20"),
      delay_reason: "The grader is slow.",
      delayed_until: "2026-11-25",
    },
    { days: 21, late: { lasts: "7 days late", delay: "Was to be by Nov 25" } },
  ],
  [
    { ...times, ...here, ...promised("2026-11-25"), payment_status: "canceled" },
    { days: 21, words: "21 days since check-in", late: null },
  ],
  [
    { ...times, arrived_at: "2026-11-26T15:00:00Z", paid_at: "2026-11-01T00:00:00Z" },
    { days: 1, words: "1 day unopened", late: null },
  ],
  [
    { ...times, arrived_at: "2026-11-26T15:00:00Z", is_counted_in_part: true },
    { days: 1, words: "1 day, counted in part", late: null },
  ],
  [
    { ...times, arrived_at: "2026-11-18T15:00:00Z", open_by: "2026-11-25", is_counted_in_part: true },
    { days: 9, late: { lasts: "2 days late", delay: "The rest was awaited until Nov 25" } },
  ],
  [
    { ...times, arrived_at: "2026-11-20T15:00:00Z", open_by: "2026-11-24" },
    { days: 7, late: { lasts: "3 days late", delay: "Was to be opened by Nov 24" } },
  ],
  [
    { ...times, arrived_at: "2026-11-24T15:00:00Z", open_by: "2026-11-27" },
    { days: 3, late: null },
  ],
  [
    { ...times, paid_at: "2026-11-27T00:00:00Z", payment_status: "paid" },
    { days: 1, words: "Paid 1 day ago" },
  ],
  [
    { ...times, paid_at: "2026-11-27T14:00:00Z", payment_status: "paid" },
    { days: 0, words: "Paid today" },
  ],
  [
    { ...times, ...said, inbound_delivered_at: null },
    { days: 13, words: "Said shipped Nov 14, 13 days" },
  ],
  [
    { ...times, ...said },
    { days: 1, words: "Said delivered Nov 26, 1 day" },
  ],
  [
    { ...times, ...said, inbound_delivered_at: "2026-11-27T12:00:00Z" },
    { days: 0, words: "Said delivered today" },
  ],
  [
    { ...times, ...said, inbound_shipped_at: "2026-11-27T12:00:00Z", inbound_delivered_at: null },
    { days: 0, words: "Said shipped today" },
  ],
  [{ ...times, ...said, payment_status: "canceled" }, null],
  [
    { ...times, ...said, arrived_at: "2026-11-26T15:00:00Z" },
    { days: 1, words: "1 day unopened" },
  ],
  [
    { ...times, arrived_at: "2026-11-27T14:00:00Z", paid_at: "2026-11-01T00:00:00Z" },
    { days: 0, words: "Arrived today" },
  ],
  [
    { ...times, received_at: "2026-11-27T14:00:00Z", received_count: 10, paid_at: "2026-11-01T00:00:00Z" },
    { days: 0, words: "Checked in today" },
  ],
  [
    { ...times, ...set },
    { days: 21, words: "21 days, not counted" },
  ],
  [
    { ...times, ...set, received_at: "2026-11-27T14:00:00Z" },
    { days: 0, words: "Since today, not counted" },
  ],
  [
    {
      ...here,
      fulfillment_status: "complete",
      submission_status: "completed",
      sent_back_at: "2026-11-27T14:00:00Z",
    },
    { days: 0, words: "Sent back today" },
  ],
  [{ ...times, paid_at: "2026-11-27T00:00:00Z", payment_status: "canceled" }, null],
  [{ ...times, payment_status: "unpaid" }, null],
  [
    {
      ...here,
      ...promised("2026-11-25"),
      fulfillment_status: "complete",
      submission_status: "completed",
      sent_back_at: "2026-11-12T15:00:00Z",
    },
    { days: 15, words: "15 days on its way", late: null },
  ],
  [{ ...times, ...here, ...promised("2026-01-06"), fulfillment_status: "complete" }, null],
])("%j waits: %j", (columns, expected) => {
  const wait = orderWait(aStaffOrder(columns), NOW);
  if (expected === null) expect(wait).toBeNull();
  else expect(wait).toMatchObject(expected);
});
