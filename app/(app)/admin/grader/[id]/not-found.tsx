import { staffFailure } from "@/app/(app)/admin/not-found";

export default function GroupNotFound() {
  return staffFailure("Group for the grader", "There is no such group.");
}
