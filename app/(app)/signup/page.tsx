import type { Metadata } from "next";
import { AlreadySignedIn } from "@/components/auth/already-signed-in";
import { AuthPanel } from "@/components/auth/auth-panel";
import { ScriptNeeded } from "@/components/auth/script-needed";
import { LogInInstead, SignupSteps } from "@/components/auth/signup-steps";
import { landingPath } from "@/lib/auth/landing-path";
import { loadSession } from "@/lib/auth/loaders";
import { type Query, readWish } from "@/lib/auth/query";
import { publicEnv } from "@/lib/env-public";
import { paths } from "@/lib/paths";

export const metadata: Metadata = {
  title: "Create your account",
  alternates: { canonical: publicEnv.siteUrl + paths.signup },
  robots: { index: true, follow: true },
};

export default async function SignupPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { plan } = readWish(await searchParams);
  const session = await loadSession();
  if (session.state === "valid") {
    return (
      <AuthPanel title="Create your account" lead="You have one already.">
        <AlreadySignedIn email={session.claims.email} to={landingPath({ plan })} />
      </AuthPanel>
    );
  }
  return (
    <AuthPanel
      isWide
      title="Create your account"
      lead="Choose how you pay, then send your first batch."
      footer={<LogInInstead />}
    >
      <ScriptNeeded />
      <SignupSteps />
    </AuthPanel>
  );
}
