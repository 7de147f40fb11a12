import type { Metadata } from "next";
import { UserProfileScreen } from "@/components/staff/people/user-profile-screen";
import { StaffFailed } from "@/components/staff/staff-failed";
import { paths, withQuery } from "@/lib/base/paths";
import { one, type Query } from "@/lib/base/query";
import { isUuid } from "@/lib/base/uuid";
import { loadForStaff } from "@/lib/staff/loaders";
import { getUserProfile } from "@/lib/staff/people/data";
import { userProfileMessages } from "@/lib/staff/people/schema";

const TITLE = "User profile";

export const metadata: Metadata = { title: "Customer" };

/** Serves a customer's profile and last orders to staff, by `?user_id=`. */
export default async function AdminUserProfilePage({ searchParams }: { searchParams: Promise<Query> }) {
  const userId = one((await searchParams).user_id) ?? "";
  const path = withQuery(paths.adminUserProfile, { user_id: userId || undefined });
  const loaded = await loadForStaff(path, async (token) =>
    isUuid(userId) ? getUserProfile(token, userId) : null,
  );
  if (!userId) return <StaffFailed title={TITLE} message={userProfileMessages.noUser} />;
  if (!loaded) return <StaffFailed title={TITLE} message={userProfileMessages.failed} />;
  if (!loaded.data?.profile) return <StaffFailed title={TITLE} message={userProfileMessages.notFound} />;
  const { profile, orders, staff_role: staffRole } = loaded.data;
  return <UserProfileScreen profile={profile} orders={orders} staffRole={staffRole} />;
}
