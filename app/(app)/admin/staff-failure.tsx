import { StaffFailed } from "@/components/staff/staff-failed";
import { loadTabsRole } from "@/lib/staff/loaders";

/** Returns a staff page that failed to load, with the tabs of the viewer's role. */
export async function staffFailure(title: string, message: string) {
  return <StaffFailed title={title} message={message} staffRole={await loadTabsRole()} />;
}
