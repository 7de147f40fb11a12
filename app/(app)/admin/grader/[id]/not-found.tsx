import { StaffFailed } from "@/components/staff/staff-failed";

/** Answers for a group that does not exist, within the staff's frame. */
export default function GroupNotFound() {
  return <StaffFailed title="Group for the grader" message="There is no such group." />;
}
