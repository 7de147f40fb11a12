import { businessDate } from "@/lib/base/business-date";
import { formatShortDate } from "@/lib/base/time";
import type { Order } from "@/lib/orders/order";
import { isInPart, isUnopened } from "@/lib/orders/status";

type Arrived = Pick<Order, "submission_status" | "arrived_at"> &
  Partial<Pick<Order, "open_by" | "cancel_requested_at" | "is_counted_in_part">>;

/** A day (an ISO date where the business is), and whether it is over. */
type Due = { by: string; isLate: boolean };

/** Returns by which day a package that is here is opened, and whether that's over; null if none is to open. */
export function openingOf(order: Arrived, now: number): Due | null {
  return isUnopened(order) ? dueOf(order, now) : null;
}

/** Returns until which day the rest of a partly counted batch is expected; null if none is. */
export function restOf(order: Arrived, now: number): Due | null {
  return isInPart(order) ? dueOf(order, now) : null;
}

/** Returns by when the remainder of a batch is expected, in words; null if no day is known. */
export function restText(order: Arrived, now: number): string | null {
  const rest = restOf(order, now);
  if (rest === null) return null;
  const day = formatShortDate(rest.by);
  return rest.isLate ? `We expected it by ${day}.` : `If they aren't here by ${day}, we'll email you.`;
}

function dueOf(
  { open_by: by = null, cancel_requested_at: canceledAt = null }: Arrived,
  now: number,
): Due | null {
  return by === null || canceledAt !== null ? null : { by, isLate: businessDate(now) > by };
}
