import type { CheckedOrder, ServerOrder } from "@/lib/orders/order";

/** A paid order for tests; name what matters to the test. */
export function anOrder(fields: Partial<ServerOrder & CheckedOrder> = {}): ServerOrder & CheckedOrder {
  return {
    id: "00000000-0000-4000-8000-000000000001",
    batch_id: "BATCH-TEST0001-2345",
    user_id: null,
    user_email: null,
    guest_email: null,
    guest_key: null,
    plan_type: "free",
    num_cards: 2,
    rate_cents: 2500,
    grading_fee: 50,
    total_paid: 50,
    refunded_cents: 0,
    payment_status: "paid",
    fulfillment_status: "not_received",
    submission_status: "pending",
    notes: null,
    tracking_number: null,
    grading_submission_number: null,
    receipt_url: null,
    stripe_session_id: "cs_test_a1b2c3d4e5",
    checkout_attempt: 1,
    reservation_expires_at: null,
    submitted_at: "2026-11-01T10:00:00Z",
    paid_at: "2026-11-01T10:01:00Z",
    version: 1,
    return_address: null,
    received_at: null,
    received_count: null,
    package_condition: null,
    ...fields,
  };
}
