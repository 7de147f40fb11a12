import { businessDate, dayAfter } from "@/lib/base/business-date";
import { formatShortDate } from "@/lib/base/time";
import type { Order, OrderEventType } from "@/lib/orders/order";
import { isAwaited } from "@/lib/orders/status";
import { type Carrier, carrierName, isCarrier } from "@/lib/orders/tracking-number";

/** What the customer reported about an inbound package. */
export type Inbound = Pick<
  Order,
  "inbound_carrier" | "inbound_tracking" | "inbound_shipped_at" | "inbound_delivered_at"
>;

/** An expected package as its customer sees it. `isMissing`: it should have arrived by now. */
export type InboundShipment = NonNullable<ReturnType<typeof inboundShipmentOf>>;

type Searched = Pick<Order, "inbound_shipped_at" | "inbound_delivered_at" | "look_from">;

type Awaited = Inbound &
  Searched &
  Pick<
    Order,
    "id" | "payment_status" | "submission_status" | "paid_at" | "arrived_at" | "cancel_requested_at"
  >;

/** Returns an inbound package at `now` (ms). Null when its customer can't report anything about it. */
export function inboundShipmentOf(order: Awaited, now: number) {
  // Shown even with an open cancellation request, because only the customer reports the delivery.
  const isExpected = canShip({ ...order, cancel_requested_at: null });
  const isUnshippedRequest = order.cancel_requested_at !== null && order.inbound_shipped_at === null;
  if (!isExpected || isUnshippedRequest || order.paid_at === null) return null;
  const { id, paid_at, inbound_carrier, inbound_tracking, inbound_shipped_at, inbound_delivered_at } = order;
  const isLate = isLateToArrive(order, now);
  const search = searchText(order, now);
  return {
    order_id: id,
    paid_at,
    inbound_carrier,
    inbound_tracking,
    inbound_shipped_at,
    inbound_delivered_at,
    search: isLate ? `${search} If it was delivered, tell us below.` : search,
    isMissing: isLate || searchedSince(order, now) !== null,
  };
}

/** Days after shipping until a package is late. Must match the database. */
const LATE_AFTER_DAYS = 10;

const dueDay = (shippedAt: string) =>
  dayOf(new Date(Date.parse(shippedAt) + LATE_AFTER_DAYS * 86_400_000).toISOString());

/** Returns whether a package was shipped too long ago and isn't reported as delivered. */
export function isLateToArrive(order: Searched, now: number): boolean {
  const { inbound_shipped_at: shippedAt, inbound_delivered_at: deliveredAt } = order;
  return Boolean(shippedAt && !deliveredAt && businessDate(now) > dueDay(shippedAt));
}

/** Describes when and how we search for a missing package. Null if it's neither shipped nor delivered. */
export function searchText(order: Searched, now: number): string | null {
  const { inbound_shipped_at: shippedAt, inbound_delivered_at: deliveredAt, look_from: from } = order;
  if (isLateToArrive(order, now))
    return `It's been ${LATE_AFTER_DAYS} days, and your package still isn't here. Please check with the carrier.`;
  if (shippedAt !== null && deliveredAt === null)
    return `If we don't have it by ${formatShortDate(dueDay(shippedAt))}, please check with the carrier.`;
  if (deliveredAt === null || from === null) return null;
  const since = searchedSince(order, now);
  return since
    ? `We've been searching for it since ${formatShortDate(since)} and will email you.`
    : `If we haven't checked it in by ${formatShortDate(from)}, we'll search for it.`;
}

/** Returns the day on which we started to search for a delivered package. Null before that. */
export function searchedSince(
  { inbound_delivered_at: deliveredAt, look_from: from }: Omit<Searched, "inbound_shipped_at">,
  now: number,
): string | null {
  return deliveredAt !== null && from !== null && businessDate(now) > from ? dayAfter(from) : null;
}

/** Returns whether the customer may still ship the package, so that label and slip are useful. */
export function canShip(order: Awaited): boolean {
  const { paid_at: paidAt, arrived_at: arrivedAt, cancel_requested_at: canceledAt } = order;
  return isAwaited(order) && paidAt !== null && arrivedAt === null && canceledAt === null;
}

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

/** Returns the browser's local day (YYYY-MM-DD) of a date. */
export function localDay(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

type InboundEvent = Extract<OrderEventType, "inbound_shipped" | "inbound_delivered" | "inbound_withdrawn">;

export function inboundEventText(type: InboundEvent, from: string | null, to: string | null): string {
  switch (type) {
    case "inbound_shipped":
      return `${from ? "Corrected: " : ""}Shipped to us${shippedText(to)}`;
    case "inbound_delivered":
      return to ? `Delivered to us ${formatShortDate(to)}` : "Corrected: Not delivered to us yet";
    case "inbound_withdrawn":
      return "Corrected: Not shipped to us yet";
  }
}

/** Describes a stored "carrier:day:number". */
function shippedText(stored: string | null): string {
  const [carrier = "", day = "", number] = (stored ?? "").split(":");
  const by = isCarrier(carrier) ? ` with ${inboundCarrierName(carrier)}` : "";
  return day === "" ? "" : ` ${formatShortDate(day)}${by}${number ? ` (${number})` : ""}`;
}
