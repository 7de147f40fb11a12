import type { Metadata } from "next";
import { ReconcileScreen } from "@/components/staff/reconcile/reconcile-screen";
import { StaffFailed } from "@/components/staff/staff-failed";
import { staffPaths } from "@/lib/base/staff-paths";
import { loadForStaff, loadTabsRole } from "@/lib/staff/loaders";
import { getReconciliation } from "@/lib/staff/reconcile/data";

export const metadata: Metadata = { title: "Reconciliation" };

export default async function AdminReconcilePage() {
  const loaded = await loadForStaff(staffPaths.reconcile, getReconciliation);
  if (!loaded)
    return (
      <StaffFailed
        staffRole={await loadTabsRole()}
        title="Reconciliation"
        message="Failed to fetch what differs"
      />
    );
  return <ReconcileScreen lists={loaded.data} />;
}
