import { paths, withQuery } from "@/lib/base/paths";
import { isMembershipPlan } from "@/lib/base/plans";
import { staffPaths } from "@/lib/base/staff-paths";

/*
 * The specification's table of pages. Middleware knows only the request's cookies, so every page's loader checks
 * again. A page that isn't listed here has no access rule. List a signed-in page in middleware.ts's matcher too (a
 * test compares both).
 */

/** Who may open a page. Middleware lets every signed-in person open "subscriber" pages, which check the membership. */
export type Access = "open" | "user" | "subscriber" | "admin";

const pages = (access: Access, ...listed: string[]) => listed.map((path) => ({ path, access }));

const PAGES = [
  ...pages(
    "open",
    paths.home,
    paths.login,
    paths.signup,
    paths.testAuth,
    paths.pricing,
    paths.terms,
    paths.privacy,
    paths.refunds,
    paths.insurance,
    paths.trackSample,
    paths.success,
    paths.confirmation,
    paths.unclaim,
    paths.notMe,
  ),
  ...pages("user", paths.dashboard, paths.submit, paths.profile),
  ...pages(
    "admin",
    staffPaths.orders,
    staffPaths.labels,
    staffPaths.userProfile,
    staffPaths.receive,
    staffPaths.grader,
    staffPaths.returns,
    staffPaths.reconcile,
    staffPaths.numbers,
    staffPaths.activity,
    staffPaths.people,
  ),
];

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const PAGES_WITH_ID: { path: RegExp; access: Access }[] = [
  // For any ID, because only staff may learn whether an order exists.
  { path: /^\/admin\/order\/[^/]+$/, access: "admin" },
  { path: /^\/admin\/grader\/[^/]+(?:\/manifest)?$/, access: "admin" },
  // Also open by order cookie or signed link, so each loader checks the owner.
  { path: new RegExp(`^/orders/${UUID}/(?:label|slip|receipt)$`), access: "open" },
  { path: /^\/track\/[\w-]{43}$/, access: "open" },
  { path: /^\/mail\/[\w-]{86}$/, access: "open" },
];

export type Visitor = {
  isSignedIn: boolean;
  /** The session couldn't be checked, which the dashboard explains. */
  isUnknown?: boolean;
  sessionProblem?: SessionProblem | undefined;
  /** A pay-as-you-go batch is waiting for payment. */
  hasPendingPayg?: boolean;
  /** Null on other pages, when unknown, or while a second factor is required. The page then decides. */
  isStaff?: boolean | null;
};

export function accessOf(pathname: string, query = new URLSearchParams()): Access | undefined {
  const isForMembers = isMembershipPlan(query.get("plan")) && query.get("mode") !== "payg";
  if (pathname === paths.submit && isForMembers) return "subscriber";
  const page =
    PAGES.find(({ path }) => path === pathname) ?? PAGES_WITH_ID.find(({ path }) => path.test(pathname));
  return page?.access;
}

export function redirectFor(url: URL, visitor: Visitor): string | null {
  const access = accessOf(url.pathname, url.searchParams);
  if (access === "admin" && visitor.isSignedIn) return visitor.isStaff === false ? paths.dashboard : null;
  if (access === undefined || access === "open" || visitor.isSignedIn) return null;
  if (url.pathname === paths.submit && isPayg(url)) return null;
  if (url.pathname === paths.submit && visitor.hasPendingPayg && !url.searchParams.has("plan")) {
    return paths.submitPayg;
  }
  // The dashboard explains the problem, even after Refresh.
  const explains = visitor.isUnknown || url.searchParams.has("refresh");
  if (url.pathname === paths.dashboard && explains) return null;
  return loginFor(url, visitor.sessionProblem);
}

/** Why the session ended, as in the login's URL. */
export type SessionProblem = "session" | "large" | "ended";

/** Reason in the login's URL: the session needs an authenticator code. */
export const SECOND_FACTOR_NEEDED = "code";

function isPayg(url: URL): boolean {
  return url.searchParams.get("mode") === "payg";
}

/** Returns /login with `next` (and the plan for /submit) and the reason. */
export function loginFor(url: URL, failed?: string): string {
  const plan = url.searchParams.get("plan") ?? undefined;
  if (plan) return withQuery(paths.login, { next: paths.submit, plan, failed });
  return withQuery(paths.login, { next: url.pathname + url.search, failed });
}
