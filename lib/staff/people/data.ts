import "server-only";
import { readAsStaff } from "@/lib/staff/data";
import {
  type People,
  peopleSchema,
  type UserProfilePage,
  userProfilePageSchema,
} from "@/lib/staff/people/schema";

/** Reads a person's profile (null: no such account) and their last 10 orders. Throws as readAsStaff does. */
export async function getUserProfile(accessToken: string, userId: string): Promise<UserProfilePage> {
  return readAsStaff(accessToken, "staff_user_profile", { p_user_id: userId }, userProfilePageSchema);
}

/** Lists staff; throws 403 for anyone but an owner. */
export async function listPeople(accessToken: string): Promise<People> {
  return readAsStaff(accessToken, "staff_list_people", {}, peopleSchema);
}
