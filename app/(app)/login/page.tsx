import type { Metadata } from "next";
import { AlreadySignedIn } from "@/components/auth/already-signed-in";
import { AuthPanel } from "@/components/auth/auth-panel";
import { LinkScreen } from "@/components/auth/link-screen";
import { LoginScreen } from "@/components/auth/login-screen";
import { SideScreen } from "@/components/auth/side-screen";
import { loadProviders } from "@/lib/auth/auth-settings";
import { tryRole } from "@/lib/auth/finish-sign-in";
import { landingPath } from "@/lib/auth/landing-path";
import { loadSession } from "@/lib/auth/loaders";
import { loginNotice } from "@/lib/auth/login-notice";
import { type Query, readLinkedCount, readLoginView, readMailLink, readWish } from "@/lib/auth/query";
import { publicEnv } from "@/lib/env-public";
import { paths } from "@/lib/paths";

export const metadata: Metadata = {
  title: "Log in",
  alternates: { canonical: publicEnv.siteUrl + paths.login },
  robots: { index: true, follow: true },
};

export default async function LoginPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const link = readMailLink(query);
  if (link) return <LinkScreen link={link} />;
  const wish = readWish(query);
  const session = await loadSession();
  if (session.state === "valid") {
    const to = landingPath(wish, await tryRole(session.accessToken));
    return (
      <AuthPanel title="Welcome Back" lead="One moment, we take you on.">
        <AlreadySignedIn email={session.claims.email} to={to} linkedCount={readLinkedCount(query)} />
      </AuthPanel>
    );
  }
  const view = readLoginView(query);
  if (view) return <SideScreen view={view} {...wish} />;
  return (
    <LoginScreen {...wish} providers={await loadProviders()} notice={loginNotice(query, session.state)} />
  );
}
