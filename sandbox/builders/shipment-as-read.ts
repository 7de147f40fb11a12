import type { GraderShipment, ShipmentMember } from "@/lib/staff/grader-shipments/grader-shipment";

export function aGraderShipment(fields: Partial<GraderShipment> = {}): GraderShipment {
  return {
    id: 1,
    grader: "PSA",
    step: "open",
    submission_number: null,
    declared_cards: null,
    returned_cards: null,
    shipped_at: null,
    back_at: null,
    version: 1,
    opened_at: "2026-11-20T10:00:00Z",
    opened_by_email: "staff1@slabrelay.test",
    changed_at: null,
    changed_by_email: null,
    batches: 0,
    cards: 0,
    oldest_promise: null,
    ...fields,
  };
}

export function aShipmentMember(fields: Partial<ShipmentMember> = {}): ShipmentMember {
  return {
    id: "00000000-0000-4000-8000-000000000001",
    batch_id: "BATCH-TEST0001-2345",
    customer_name: "Jane Collector",
    email: "jane@example.test",
    num_cards: 10,
    received_count: 10,
    cards: 10,
    promised_to: "2026-11-24",
    shelf_location: "A-7",
    submission_status: "received",
    payment_status: "paid",
    grading_submission_number: null,
    cards_back_at: null,
    refusal: null,
    ...fields,
  };
}
