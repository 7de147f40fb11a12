import type { OrderEvent } from "@/lib/orders/order";
import { TRACKED } from "@/lib/orders/schema";
import type { SubmissionStatus } from "@/lib/orders/status";
import type { TrackedBatch } from "@/lib/orders/tracking/loaders";

export const SAMPLE_BATCH_ID = "BATCH-3NA5SDF59-7QK2";

export const SAMPLE_CHECKED_IN_AT = "2026-11-06T15:11:00Z";

const CARDS = 30;

const step = (to: SubmissionStatus, from: SubmissionStatus, at: string): OrderEvent => ({
  type: "submission_status",
  from,
  to,
  actor: "staff",
  message: null,
  at,
});

const EVENTS: OrderEvent[] = [
  {
    type: "payment_status",
    from: "unpaid",
    to: "paid",
    actor: "stripe",
    message: null,
    at: "2026-11-02T15:04:00Z",
  },
  { type: "arrived", from: null, to: null, actor: "staff", message: null, at: "2026-11-06T14:20:00Z" },
  {
    type: "counted",
    from: null,
    to: String(CARDS),
    actor: "staff",
    message: `${CARDS} of ${CARDS} cards`,
    at: SAMPLE_CHECKED_IN_AT,
  },
  step("received", "pending", SAMPLE_CHECKED_IN_AT),
  step("processing", "received", "2026-11-09T16:30:00Z"),
  step("shipped", "processing", "2026-11-10T20:05:00Z"),
  step("grading", "shipped", "2026-11-13T17:42:00Z"),
  step("graded", "grading", "2026-11-19T21:10:00Z"),
  step("completed", "graded", "2026-11-20T19:30:00Z"),
  step("delivered", "completed", "2026-11-24T18:15:00Z"),
];

/** A sample batch as the holder of a tracking link sees it: delivered, with nothing to decide. */
export const SAMPLE_BATCH: TrackedBatch = {
  id: TRACKED,
  batch: SAMPLE_BATCH_ID,
  title: "Vintage Pokémon lot",
  num_cards: CARDS,
  payment_status: "paid",
  fulfillment_status: "complete",
  submission_status: "delivered",
  tracking_number: "9400111899223100001234",
  return_carrier: "other",
  grading_submission_number: "20411877",
  submitted_at: "2026-11-02T15:02:00Z",
  paid_at: "2026-11-02T15:04:00Z",
  arrived_at: "2026-11-06T14:20:00Z",
  open_by: "2026-11-10",
  is_counted_in_part: false,
  is_lost: false,
  inbound_carrier: null,
  inbound_tracking: null,
  inbound_shipped_at: null,
  inbound_delivered_at: null,
  look_from: null,
  received_count: CARDS,
  cards_sent: CARDS,
  cancel_requested_at: null,
  // The 10th and 15th business days after check-in. Nov 11 is Veterans Day, Nov 26 is Thanksgiving.
  promised_from: "2026-11-23",
  promised_to: "2026-12-01",
  delay_reason: null,
  delayed_until: null,
  cancel_cents: null,
  cancel_mode: "by_staff",
  cancel_refund: null,
  events: EVENTS,
  adjustments: [],
  return_shipment: {
    order_id: TRACKED,
    can_arrive: false,
    can_write: false,
    address: null,
    problem_since: null,
  },
  is_received: false,
  photos: [],
  // A sample batch has no page at a grader.
  grader: { number: "20411877", url: null },
  readAt: Date.parse("2026-11-25T18:00:00Z"),
};
