import { businessDaysBetween } from "@/lib/base/business-days";
import type { ReconcileItem } from "@/lib/staff/reconcile/schema";
import type { ListName } from "@/lib/staff/reconcile/words";

/** How long a difference may stand before it counts as one, in business days. */
const TOLERATED_DAYS = 2;

/**
 * Tells whether an entry has stood longer than it may: two business days. What was paid and never came is listed after
 * its 21 days only.
 */
export function isPastLimit(list: ListName, item: Pick<ReconcileItem, "at">, now: number): boolean {
  return list === "never_received" || businessDaysBetween(Date.parse(item.at), now) > TOLERATED_DAYS;
}
