import { StaffFailed } from "@/components/staff/staff-failed";

export default function AdminNotFound() {
  return <StaffFailed title="Order" message="There is no such order." />;
}
