import type { Metadata } from "next";
import { MembershipCard } from "@/components/membership/membership-card";
import { ProfileCard } from "@/components/profile/profile-card";
import { SignInCard } from "@/components/profile/sign-in-card";
import { requireUser } from "@/lib/auth/loaders";
import { callbackNotice } from "@/lib/auth/login-notice";
import type { Query } from "@/lib/auth/query";
import { loadSignInMethods } from "@/lib/auth/sign-in-methods";
import { loadMembershipOverview } from "@/lib/membership/loaders";
import { paths } from "@/lib/paths";
import { loadProfile } from "@/lib/profile/loaders";

export const metadata: Metadata = { title: "Profile" };

export default async function ProfilePage({ searchParams }: { searchParams: Promise<Query> }) {
  const person = await requireUser(paths.profile);
  const [overview, profile, methods, query] = await Promise.all([
    loadMembershipOverview(person),
    loadProfile(person),
    loadSignInMethods(person),
    searchParams,
  ]);
  return (
    <main id="main" className="container-page space-y-8 py-10 sm:py-14">
      <header className="space-y-2">
        <h1 className="text-3xl font-semibold">Profile</h1>
        <p className="text-text-muted">Your account, your shipping address and your membership.</p>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <ProfileCard profile={profile} email={person.email} />
        <div className="space-y-6">
          <MembershipCard overview={overview} now={Date.now()} />
          <SignInCard email={person.email} methods={methods} notice={callbackNotice(query)} />
        </div>
      </div>
    </main>
  );
}
