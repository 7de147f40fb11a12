import { StaffFailed } from "@/components/staff/staff-failed";
import { loadTabsRole } from "@/lib/staff/loaders";

export default async function GroupNotFound() {
  return (
    <StaffFailed
      staffRole={await loadTabsRole()}
      title="Group for the grader"
      message="There is no such group."
    />
  );
}
