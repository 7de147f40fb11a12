import { businessDate } from "@/lib/base/business-date";
import type { Order } from "@/lib/orders/order";
import { isUnopened } from "@/lib/orders/status";

type Unopened = Pick<Order, "submission_status" | "arrived_at"> &
  Partial<Pick<Order, "open_by" | "cancel_requested_at">>;

/**
 * Answers by which day (an ISO date where the business is) a package that is here is opened, and whether that day is over at a moment
 * in milliseconds. Null where none is to be opened: it is not here, or opened, or its owner wants the batch canceled.
 */
export function openingOf(order: Unopened, now: number): { by: string; isLate: boolean } | null {
  const { open_by: by = null, cancel_requested_at: canceledAt = null } = order;
  if (by === null || canceledAt !== null || !isUnopened(order)) return null;
  return { by, isLate: businessDate(now) > by };
}
