import { type DeskEvent, reduceDesk } from "@/lib/staff/desk/desk-events";
import { type Desk, type DeskEffect, EMPTY_DESK } from "@/lib/staff/desk/desk-state";
import type { DeskOrder, PackageRow } from "@/lib/staff/desk/receiving-desk";
import type { GraderShipment, ShipmentMember } from "@/lib/staff/grader-shipments/grader-shipment";
import { aStaffOrder } from "./order.ts";

export function aDeskOrder(changes: Partial<DeskOrder> = {}): DeskOrder {
  return {
    ...aStaffOrder({ num_cards: 10, payment_status: "paid" }),
    arrived_at: null,
    received_at: null,
    received_count: null,
    package_condition: null,
    dispute_status: null,
    shelf_location: null,
    return_address: null,
    received_by: null,
    box_counts: [],
    cards_expected: changes.num_cards ?? 10,
    set_aside: null,
    inbound_elsewhere: null,
    ...changes,
  };
}

export function aPackage(changes: Partial<PackageRow> = {}): PackageRow {
  return {
    id: "00000000-0000-0000-0000-00000000000f",
    carrier: null,
    tracking_number: null,
    sender: null,
    notes: null,
    shelf_location: null,
    arrived_at: "2026-08-20T12:00:00+00:00",
    arrived_by: null,
    arrived_by_email: null,
    order_id: null,
    matched_at: null,
    matched_by: null,
    version: 1,
    changed_at: null,
    changed_by_email: null,
    inbound_elsewhere: null,
    ...changes,
  };
}

export class DeskScenario {
  desk: Desk = EMPTY_DESK;
  readonly asked: DeskEffect[] = [];

  play(...events: DeskEvent[]): Desk {
    for (const event of events) {
      const { desk, effect } = reduceDesk(this.desk, event);
      this.desk = desk;
      if (effect) this.asked.push(effect);
    }
    return this.desk;
  }

  scan(...texts: string[]): Desk {
    return this.play(...texts.map((text) => ({ type: "entered", text }) as const));
  }

  open(order: DeskOrder): Desk {
    return this.play({ type: "entered", text: String(order.batch_id) }, { type: "found", orders: [order] });
  }

  count(typed: string, isMoreToCome = false): Desk {
    return this.play({ type: "edited", draft: { typed } }, { type: "counted", isMoreToCome });
  }

  get last(): DeskEffect | undefined {
    return this.asked.at(-1);
  }
}

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
