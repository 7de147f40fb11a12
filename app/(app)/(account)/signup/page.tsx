import type { Metadata } from "next";
import { AlreadySignedIn } from "@/components/account/sign-in/already-signed-in";
import { LogInInstead, SignupSteps } from "@/components/account/sign-up/signup-steps";
import { AuthPanel } from "@/components/layout/auth-panel";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { landingPath } from "@/lib/auth/session/landing-path";
import { loadSession } from "@/lib/auth/session/loaders";
import { readLoginTarget } from "@/lib/auth/sign-in/login-query";
import { publicEnv } from "@/lib/base/env-public";
import { paths } from "@/lib/base/paths";
import type { Query } from "@/lib/base/query";

export const metadata: Metadata = {
  title: "Create your account",
  alternates: { canonical: publicEnv.siteUrl + paths.signup },
  robots: { index: true, follow: true },
};

export default async function SignupPage({ searchParams }: { searchParams: Promise<Query> }) {
  const loginTarget = readLoginTarget(await searchParams);
  const session = await loadSession();
  if (session.state === "valid") {
    return (
      <AuthPanel title="Create your account" lead="You already have an account.">
        <AlreadySignedIn email={session.claims.email} to={landingPath(loginTarget)} />
      </AuthPanel>
    );
  }
  return (
    <AuthPanel isWide title="Create your account" footer={<LogInInstead />}>
      <ScriptNeeded />
      <SignupSteps />
    </AuthPanel>
  );
}
