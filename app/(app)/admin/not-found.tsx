import { StaffFailed } from "@/components/staff/staff-failed";
import { loadTabsRole } from "@/lib/staff/loaders";

export default async function AdminNotFound() {
  return <StaffFailed staffRole={await loadTabsRole()} title="Order" message="There is no such order." />;
}
