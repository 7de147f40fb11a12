import { staffFailure } from "@/app/(app)/admin/not-found";

export default function GroupNotFound() {
  return staffFailure("Group for the grader", "We couldn't find this shipment.");
}
