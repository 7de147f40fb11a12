import { StaffFailed } from "@/components/staff/staff-failed";

/** Answers for an order that does not exist, within the staff's frame. */
export default function AdminNotFound() {
  return <StaffFailed title="Order" message="There is no such order." />;
}
