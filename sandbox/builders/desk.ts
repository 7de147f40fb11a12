import { advance, type DeskEvent } from "@/lib/staff/desk/desk-events";
import { type Desk, type DeskEffect, EMPTY_DESK } from "@/lib/staff/desk/desk-state";
import type { DeskOrder, PackageRow } from "@/lib/staff/desk/receiving-desk";
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

export class DeskStory {
  desk: Desk = EMPTY_DESK;
  readonly asked: DeskEffect[] = [];

  play(...events: DeskEvent[]): Desk {
    for (const event of events) {
      const { desk, effect } = advance(this.desk, event);
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
