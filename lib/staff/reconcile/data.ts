import "server-only";
import { readAsStaff } from "@/lib/staff/data";
import { type Reconciliation, reconciliationSchema } from "@/lib/staff/reconcile/schema";

/** Reads the lists of what does not agree and of what was left undone, up to 50 items each. Throws as readAsStaff does. */
export async function getReconciliation(accessToken: string): Promise<Reconciliation> {
  return readAsStaff(accessToken, "staff_reconciliation", {}, reconciliationSchema);
}
