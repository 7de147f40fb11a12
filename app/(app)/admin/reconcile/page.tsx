import type { Metadata } from "next";
import { staffFailure } from "@/app/(app)/admin/not-found";
import { ReconcileScreen } from "@/components/staff/reconcile/reconcile-screen";
import { staffPaths } from "@/lib/base/staff-paths";
import { loadForStaff } from "@/lib/staff/loaders";
import { getReconciliation } from "@/lib/staff/reconcile/reconciliation";

export const metadata: Metadata = { title: "Reconciliation" };

export default async function AdminReconcilePage() {
  const loaded = await loadForStaff(staffPaths.reconcile, getReconciliation);
  if (!loaded) return staffFailure("Reconciliation", "We couldn't load the checks.");
  return <ReconcileScreen lists={loaded.data} />;
}
