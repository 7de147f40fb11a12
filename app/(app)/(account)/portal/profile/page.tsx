import type { Metadata } from "next";
import { OptionalEmailsForm } from "@/components/account/optional-emails-form";
import { ChangeNotice } from "@/components/account/profile/change-notice";
import { ProfileCard } from "@/components/account/profile/profile-card";
import { SignInCard } from "@/components/account/profile/sign-in-card";
import { MembershipCard } from "@/components/membership/membership-card";
import { Card, CardHeader } from "@/components/ui/card";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { loadSignInMethods } from "@/lib/auth/account/loaders";
import { redirectToLogin, requireUser } from "@/lib/auth/session/loaders";
import { callbackNotice } from "@/lib/auth/sign-in/login-notice";
import { apiPaths } from "@/lib/base/api-paths";
import { paths } from "@/lib/base/paths";
import { firstValue, type Query } from "@/lib/base/query";
import { loadProfilePage } from "@/lib/membership/loaders";

export const metadata: Metadata = { title: "Profile" };

/** Shows the profile, membership, email preferences and sign-in methods. One failed read doesn't hide the rest. */
export default async function ProfilePage({ searchParams }: { searchParams: Promise<Query> }) {
  const person = await requireUser(paths.profile);
  const [page, methods, query] = await Promise.all([
    loadProfilePage(person),
    loadSignInMethods(person),
    searchParams,
  ]);
  if (methods === "ended") redirectToLogin(paths.profile);
  const email = methods?.email || person.email;
  const changed = firstValue(query.changed);
  return (
    <main id="main" className="container-page space-y-8 py-10 sm:py-14">
      <h1 className="text-3xl font-semibold">Profile</h1>
      {changed === "email" || changed === "plan" ? <ChangeNotice changed={changed} email={email} /> : null}
      <ScriptNeeded>You need it to save changes.</ScriptNeeded>
      {/* On phones, the membership comes first and the emails come last. */}
      <div className="grid items-start gap-6 lg:grid-cols-[2fr_3fr] lg:grid-rows-[auto_1fr]">
        <MembershipCard overview={page} now={Date.now()} />
        <div className="space-y-6 lg:row-span-2">
          <ProfileCard
            profile={page?.profile ?? null}
            lastAddress={page?.lastAddress ?? null}
            email={email}
          />
          <SignInCard email={email} methods={methods} notice={callbackNotice(query)} />
        </div>
        {page ? (
          <Card>
            <CardHeader title="Email notifications" />
            <OptionalEmailsForm path={apiPaths.profileEmails} wanted={page.optionalEmails} />
          </Card>
        ) : null}
      </div>
    </main>
  );
}
