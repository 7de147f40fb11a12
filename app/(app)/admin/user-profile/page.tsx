import type { Metadata } from "next";
import { staffFailure } from "@/app/(app)/admin/not-found";
import { UserProfileScreen } from "@/components/staff/people/user-profile-screen";
import { StaffFailed } from "@/components/staff/staff-failed";
import { withQuery } from "@/lib/base/paths";
import { one, type Query } from "@/lib/base/query";
import { staffPaths } from "@/lib/base/staff-paths";
import { isUuid } from "@/lib/base/uuid";
import { loadForStaff } from "@/lib/staff/loaders";
import { getUserProfile } from "@/lib/staff/people/data";
import { userProfileMessages } from "@/lib/staff/people/schema";

const TITLE = "User profile";
const INSTEAD = { href: staffPaths.orders, label: "All orders" };
/** Looked up in place of a malformed id, to read only the viewer's role. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

export const metadata: Metadata = { title: "Customer" };

export default async function AdminUserProfilePage({ searchParams }: { searchParams: Promise<Query> }) {
  const userId = one((await searchParams).user_id) ?? "";
  const path = withQuery(staffPaths.userProfile, { user_id: userId || undefined });
  const loaded = await loadForStaff(path, (token) => getUserProfile(token, isUuid(userId) ? userId : NOBODY));
  if (!loaded) return staffFailure(TITLE, userProfileMessages.failed);
  const { profile, orders, staff_role: staffRole } = loaded.data;
  if (!profile) {
    const message = userId ? userProfileMessages.notFound : userProfileMessages.noUser;
    return <StaffFailed title={TITLE} message={message} staffRole={staffRole} instead={INSTEAD} />;
  }
  return <UserProfileScreen profile={profile} orders={orders} staffRole={staffRole} />;
}
