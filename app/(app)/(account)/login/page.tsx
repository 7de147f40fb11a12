import type { Metadata } from "next";
import { LazyAlreadySignedIn } from "@/components/account/sign-in/lazy-forms";
import { LinkScreen, LoginScreen, SideScreen } from "@/components/account/sign-in/login-screen";
import { AuthPanel } from "@/components/layout/auth-panel";
import { isLinkUsable } from "@/lib/auth/account/loaders";
import { listProviders, needsSecondFactor } from "@/lib/auth/data";
import { SECOND_FACTOR_NEEDED } from "@/lib/auth/session/access";
import { landingPath } from "@/lib/auth/session/landing-path";
import { loadPerson, loadSession, loadStaffRole } from "@/lib/auth/session/loaders";
import type { SessionState } from "@/lib/auth/session/read-session";
import { DEFAULT_TEMPLATE, loginNotice } from "@/lib/auth/sign-in/login-notice";
import {
  readLinkedCount,
  readLoginTarget,
  readLoginView,
  readMailLink,
} from "@/lib/auth/sign-in/login-query";
import { publicEnv } from "@/lib/base/env-public";
import { log } from "@/lib/base/log";
import { paths } from "@/lib/base/paths";
import { firstValue, type Query } from "@/lib/base/query";

export const metadata: Metadata = {
  title: "Log in",
  alternates: { canonical: publicEnv.siteUrl + paths.login },
  robots: { index: true, follow: true },
};

/** Keeps a session that still needs an authenticator code on the code form, to avoid a redirect loop. */
async function sessionNeedsSecondFactor(query: Query, session: SessionState): Promise<boolean> {
  const mayNeedSecondFactor =
    firstValue(query.failed) === SECOND_FACTOR_NEEDED || readLoginView(query) !== undefined;
  if (!mayNeedSecondFactor || session.state !== "valid" || session.claims.aal !== "aal1") return false;
  return needsSecondFactor(session.accessToken).catch((error: unknown) => {
    log.error("login.second_factor", error);
    return false;
  });
}

/** Shows the login, its side screens (`?view=`), and the landing of email links. */
export default async function LoginPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const link = readMailLink(query);
  if (link) {
    const isUsed = link !== "unusable" && !(await isLinkUsable(link.tokenHash));
    return <LinkScreen link={link} isUsed={isUsed} />;
  }
  const loginTarget = readLoginTarget(query);
  const [session, person] = await Promise.all([loadSession(), loadPerson()]);
  const view = readLoginView(query);
  const isSecondFactorNeeded = person !== null && (await sessionNeedsSecondFactor(query, session));
  // A signed-in person stays on the code view, because large refunds ask for a new code.
  if (person && !isSecondFactorNeeded && view !== "code") {
    const to = landingPath(loginTarget, await loadStaffRole(person));
    return (
      <AuthPanel title="Welcome Back" lead="One moment…">
        <LazyAlreadySignedIn email={person.email} to={to} linkedCount={readLinkedCount(query)} />
      </AuthPanel>
    );
  }
  if (firstValue(query.failed) === DEFAULT_TEMPLATE) log.warn("login.default_email_template");
  if (view) return <SideScreen view={view} {...loginTarget} />;
  return (
    <LoginScreen
      {...loginTarget}
      providers={await listProviders()}
      notice={loginNotice(query, isSecondFactorNeeded ? SECOND_FACTOR_NEEDED : session.state)}
    />
  );
}
