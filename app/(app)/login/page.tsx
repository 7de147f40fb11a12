import type { Metadata } from "next";
import { AlreadySignedIn } from "@/components/auth/already-signed-in";
import { AuthPanel } from "@/components/auth/auth-panel";
import { ConfirmEmail, UnusableLink } from "@/components/auth/confirm-email";
import { LoginScreen } from "@/components/auth/login-screen";
import { landingPath } from "@/lib/auth/landing-path";
import { loadSession } from "@/lib/auth/loaders";
import { type Query, readConfirmLink, readWish } from "@/lib/auth/query";
import { publicEnv } from "@/lib/env-public";
import { ServiceUnavailableError } from "@/lib/errors";
import { paths } from "@/lib/paths";

export const metadata: Metadata = {
  title: "Log in",
  alternates: { canonical: publicEnv.siteUrl + paths.login },
  robots: { index: true, follow: true },
};

export default async function LoginPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const link = readConfirmLink(query);
  if (link) {
    return (
      <AuthPanel title="Confirm your e-mail" lead="The last step to your account.">
        {link === "unusable" ? (
          <UnusableLink message="This link is not complete. Please open it from the e-mail once more." />
        ) : (
          <ConfirmEmail {...link} />
        )}
      </AuthPanel>
    );
  }
  const wish = readWish(query);
  const session = await loadSession();
  if (session.state === "valid") {
    return (
      <AuthPanel title="Welcome Back" lead="One moment, we take you on.">
        <AlreadySignedIn email={session.claims.email} to={landingPath(wish)} />
      </AuthPanel>
    );
  }
  const isAway = session.state === "unreachable";
  const warning = isAway ? new ServiceUnavailableError("auth", undefined).message : undefined;
  return <LoginScreen {...wish} warning={warning} />;
}
