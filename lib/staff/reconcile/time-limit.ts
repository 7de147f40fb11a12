import type { ReconcileItem, Reconciliation } from "@/lib/staff/reconcile/schema";
import type { ListName } from "@/lib/staff/reconcile/words";

/**
 * Tells whether an entry has stood longer than it may: two business days, since the moment that the database has counted back to.
 * What was paid and never came is listed after its 21 days only. An order that was paid by hand has its reason, and nothing ends that
 * difference: it is to be seen, and keeps nothing from agreeing.
 */
export function isPastLimit(
  list: ListName,
  item: Pick<ReconcileItem, "at">,
  { tolerated_since: since }: Pick<Reconciliation, "tolerated_since">,
): boolean {
  if (list === "paid_here") return false;
  return list === "never_received" || Date.parse(item.at) < Date.parse(since);
}
