import type { Metadata } from "next";
import { staffFailure } from "@/app/(app)/admin/not-found";
import { UserProfileScreen } from "@/components/staff/people/user-profile-screen";
import { withQuery } from "@/lib/base/paths";
import { firstValue, type Query } from "@/lib/base/query";
import { sharedMessages } from "@/lib/base/shared-messages";
import { staffPaths } from "@/lib/base/staff-paths";
import { isUuid } from "@/lib/base/uuid";
import { loadForStaff } from "@/lib/staff/loaders";
import { getUserProfile } from "@/lib/staff/people/people";

const TITLE = "User profile";
/** Looked up instead of a malformed ID, so that access is still checked. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

export const metadata: Metadata = { title: "Customer" };

export default async function AdminUserProfilePage({ searchParams }: { searchParams: Promise<Query> }) {
  const userId = firstValue((await searchParams).user_id) ?? "";
  const path = withQuery(staffPaths.userProfile, { user_id: userId || undefined });
  const loaded = await loadForStaff(path, (token) => getUserProfile(token, isUuid(userId) ? userId : NOBODY));
  if (!loaded) return staffFailure(TITLE, "Failed to fetch user profile");
  const { profile, orders, staff_role: staffRole } = loaded.data;
  if (!profile)
    return staffFailure(TITLE, userId ? sharedMessages.noProfile : sharedMessages.noUserId, "orders");
  return <UserProfileScreen profile={profile} orders={orders} staffRole={staffRole} />;
}
