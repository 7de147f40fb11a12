import { businessDate, dayAfter } from "@/lib/base/business-date";
import { formatShortDate } from "@/lib/base/time";
import type { Order, OrderEventType } from "@/lib/orders/order";
import { type Carrier, carrierName, isCarrier } from "@/lib/orders/shipping/tracking-number";
import { isAwaited } from "@/lib/orders/status";

/** What the customer reported about an inbound package. */
export type Inbound = Pick<
  Order,
  "inbound_carrier" | "inbound_tracking" | "inbound_shipped_at" | "inbound_delivered_at"
>;

/** An expected package and what its customer reported. `isMissing`: it should be here by now. */
export type InboundShipment = Inbound & {
  order_id: string;
  paid_at: string;
  search: string | null;
  isMissing: boolean;
};

/** For an overdue package, above its button. */
const DELIVERED = "If it was delivered, tell us below.";

type Searched = Pick<Order, "inbound_shipped_at" | "inbound_delivered_at" | "look_from">;

type Awaited = Inbound &
  Searched &
  Pick<
    Order,
    "id" | "payment_status" | "submission_status" | "paid_at" | "arrived_at" | "cancel_requested_at"
  >;

/** Returns what is shown of an inbound package at `now` (milliseconds); null where its customer can't say anything of it. */
export function inboundShipmentOf(order: Awaited, now: number): InboundShipment | null {
  // Followed even while a cancellation is open: only the customer reports the delivery.
  const canSay = canShip({ ...order, cancel_requested_at: null });
  const isGivenUp = order.cancel_requested_at !== null && order.inbound_shipped_at === null;
  if (!canSay || isGivenUp || order.paid_at === null) return null;
  const { id, paid_at, inbound_carrier, inbound_tracking, inbound_shipped_at, inbound_delivered_at } = order;
  return {
    order_id: id,
    paid_at,
    inbound_carrier,
    inbound_tracking,
    inbound_shipped_at,
    inbound_delivered_at,
    search: isLateToArrive(order, now) ? `${searchText(order, now)} ${DELIVERED}` : searchText(order, now),
    isMissing: isLateToArrive(order, now) || lookedForSince(order, now) !== null,
  };
}

/** Days after shipping when a package is late. The database has the same. */
const LATE_AFTER_DAYS = 10;

/** Returns the last day on which a package isn't late. */
const dueDay = (shippedAt: string) =>
  dayOf(new Date(Date.parse(shippedAt) + LATE_AFTER_DAYS * 86_400_000).toISOString());

/** Whether a package was shipped so long ago, and not delivered, that staff see it as late. */
export function isLateToArrive(
  order: Partial<Pick<Inbound, "inbound_shipped_at" | "inbound_delivered_at">>,
  now: number,
): boolean {
  const { inbound_shipped_at: shippedAt, inbound_delivered_at: deliveredAt } = order;
  return Boolean(shippedAt && !deliveredAt && businessDate(now) > dueDay(shippedAt));
}

/** Returns what happens with a package that was shipped or delivered, and when; null for any other. */
export function searchText(order: Searched, now: number): string | null {
  const { inbound_shipped_at: shippedAt, inbound_delivered_at: deliveredAt, look_from: from } = order;
  if (isLateToArrive(order, now))
    return `${LATE_AFTER_DAYS} days and still not here. Please check with the carrier.`;
  if (shippedAt !== null && deliveredAt === null)
    return `If it isn't here by ${formatShortDate(dueDay(shippedAt))}, please check with the carrier.`;
  if (deliveredAt === null || from === null) return null;
  const since = lookedForSince(order, now);
  return since
    ? `We've been searching for it since ${formatShortDate(since)} and will email you.`
    : `If we haven't checked it in by ${formatShortDate(from)}, we'll search for it.`;
}

/** Returns the day since which we look for a package that was delivered; null until then, and for any other. */
export function lookedForSince(
  {
    inbound_delivered_at: deliveredAt,
    look_from: from,
  }: Pick<Searched, "inbound_delivered_at" | "look_from">,
  now: number,
): string | null {
  return deliveredAt !== null && from !== null && businessDate(now) > from ? dayAfter(from) : null;
}

/** Returns whether its customer may still send the package, so that label and slip are of use. */
export function canShip(order: Awaited): boolean {
  const { paid_at: paidAt, arrived_at: arrivedAt, cancel_requested_at: canceledAt } = order;
  return isAwaited(order) && paidAt !== null && arrivedAt === null && canceledAt === null;
}

/** Returns whether the next step is its customer's: to ship it, and to say so. */
export function isToShip(order: Awaited): boolean {
  return canShip(order) && order.inbound_shipped_at === null;
}

/** Returns a carrier's name within a sentence: "UPS" or "another carrier". */
export function inboundCarrierName(carrier: Carrier): string {
  return carrier === "other" ? "another carrier" : carrierName(carrier);
}

/** Returns the day (YYYY-MM-DD) that a timestamp at noon UTC stands for. */
export function dayOf(at: string): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Returns the local day (YYYY-MM-DD) of a date. For browsers. */
export function localDay(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Names the events about a package's way to us. */
export type InboundEvent = Extract<
  OrderEventType,
  "inbound_shipped" | "inbound_delivered" | "inbound_withdrawn"
>;

/** Returns an event of an inbound package in words, for customers and staff. */
export function inboundEventText(type: InboundEvent, from: string | null, to: string | null): string {
  switch (type) {
    case "inbound_shipped":
      return from ? `Corrected: Shipped to us${shippedText(to)}` : `Shipped to us${shippedText(to)}`;
    case "inbound_delivered":
      return to ? `Delivered to us ${formatShortDate(to)}` : "Corrected: Not delivered to us yet";
    case "inbound_withdrawn":
      return "Corrected: Not shipped to us yet";
  }
}

/** Reads "carrier:day:number" as an event stores it. */
function shippedText(stored: string | null): string {
  const [carrier = "", day = "", number] = (stored ?? "").split(":");
  const by = isCarrier(carrier) ? ` with ${inboundCarrierName(carrier)}` : "";
  return day === "" ? "" : ` ${formatShortDate(day)}${by}${number ? ` (${number})` : ""}`;
}
