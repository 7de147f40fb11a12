import { StaffFailed } from "@/components/staff/staff-failed";
import { staffPaths } from "@/lib/base/staff-paths";
import { loadTabsRole } from "@/lib/staff/loaders";

export default async function AdminNotFound() {
  return (
    <StaffFailed
      title="Order not found"
      message="We couldn't find this order. Search for the batch ID."
      staffRole={await loadTabsRole()}
      instead={{ href: staffPaths.orders, label: "All orders" }}
    />
  );
}

/** Returns a staff page that has nothing to show, with the tabs of the viewer's role. */
export async function staffFailure(title: string, message: string) {
  return <StaffFailed title={title} message={message} staffRole={await loadTabsRole()} />;
}
