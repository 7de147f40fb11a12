import { staffFailure } from "@/app/(app)/admin/staff-failure";

export default function AdminNotFound() {
  return staffFailure("Order", "There is no such order.");
}
