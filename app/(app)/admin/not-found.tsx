import { StaffFailed } from "@/components/staff/staff-failed";
import { loadTabsRole } from "@/lib/staff/loaders";

export default function AdminNotFound() {
  return staffFailure("Order", "We couldn't find this order.");
}

/** Returns a staff page that has nothing to show, with the tabs of the viewer's role. */
export async function staffFailure(title: string, message: string) {
  return <StaffFailed title={title} message={message} staffRole={await loadTabsRole()} />;
}
