import { advance, type DeskEvent } from "@/lib/staff/desk/desk-events";
import { type Desk, type DeskEffect, EMPTY_DESK } from "@/lib/staff/desk/desk-state";
import type { DeskOrder, PackageRow } from "@/lib/staff/desk/receiving-desk";
import { aStaffOrder } from "./order.ts";

/** An order as the desk gets it: ten paid cards that are not here yet, unless said otherwise. */
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

/** A package without a batch as it is stored. */
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

/** The desk through a story: what it shows, and all that it has asked its server. */
export class DeskStory {
  desk: Desk = EMPTY_DESK;
  readonly asked: DeskEffect[] = [];

  /** Lets events happen one after the other; answers the desk after the last. */
  play(...events: DeskEvent[]): Desk {
    for (const event of events) {
      const { desk, effect } = advance(this.desk, event);
      this.desk = desk;
      if (effect) this.asked.push(effect);
    }
    return this.desk;
  }

  /** Scans each text in turn. */
  scan(...texts: string[]): Desk {
    return this.play(...texts.map((text) => ({ type: "entered", text }) as const));
  }

  /** Scans the batch of an order, which is found. */
  open(order: DeskOrder): Desk {
    return this.play({ type: "entered", text: String(order.batch_id) }, { type: "found", orders: [order] });
  }

  /** Types into the field of the count and presses Enter. */
  count(typed: string, isMoreToCome = false): Desk {
    return this.play({ type: "edited", draft: { typed } }, { type: "counted", isMoreToCome });
  }

  /** What the server was asked last. */
  get last(): DeskEffect | undefined {
    return this.asked.at(-1);
  }
}
