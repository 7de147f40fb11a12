import { StaffFailed } from "@/components/staff/staff-failed";
import { loadTabsRole } from "@/lib/staff/loaders";

/** Answers for an order that does not exist, within the staff's frame. */
export default async function AdminNotFound() {
  return <StaffFailed staffRole={await loadTabsRole()} title="Order" message="There is no such order." />;
}
