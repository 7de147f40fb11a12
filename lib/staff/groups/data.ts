import "server-only";
import * as z from "zod/mini";
import { readAsStaff } from "@/lib/staff/data";
import {
  type GraderDesk,
  type GroupPage,
  graderDeskSchema,
  groupPageSchema,
} from "@/lib/staff/groups/grader-group";

/** Returns the groups and what is ready for one. `before` is where a page of those that are back begins. */
export async function getGraderDesk(accessToken: string, before: number | null): Promise<GraderDesk> {
  return readAsStaff(accessToken, "staff_grader_desk", { p_before: before }, graderDeskSchema);
}

/** Reads one group, whole; null when there is none. Throws as readAsStaff does. */
export async function getGraderGroup(accessToken: string, groupId: number): Promise<GroupPage | null> {
  const args = { p_group_id: groupId };
  return readAsStaff(accessToken, "staff_get_grader_group", args, z.nullable(groupPageSchema));
}
