import type { Adjustment } from "@/lib/orders/schema";
import type { StaffAdjustment } from "@/lib/staff/adjustments/adjustments";

export function anAdjustment(fields: Partial<Adjustment> = {}): Adjustment {
  return {
    id: "00000000-0000-4000-8000-00000000000a",
    order_id: "00000000-0000-4000-8000-000000000001",
    kind: "short",
    qty: 2,
    unit_cents: 2200,
    amount_cents: -4400,
    status: "proposed",
    chosen_option: null,
    reason: null,
    deadline_at: "2026-11-30T12:00:00Z",
    is_pending: false,
    paid_cents: null,
    refunded_cents: 0,
    created_at: "2026-11-23T12:00:00Z",
    decided_at: null,
    ...fields,
  };
}

export function aStaffAdjustment(fields: Partial<StaffAdjustment> = {}): StaffAdjustment {
  return {
    ...anAdjustment(),
    words: null,
    closing_note: null,
    is_open: true,
    refund_failure: null,
    ...fields,
  };
}
