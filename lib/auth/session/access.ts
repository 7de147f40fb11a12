import { paths, withQuery } from "@/lib/base/paths";
import { isMembershipPlan } from "@/lib/base/plans";
import { staffPaths } from "@/lib/base/staff-paths";

/*
 * The specification's table of pages. Middleware knows only the request's cookies: every page's loader checks again. List
 * a new page here, or it has no access rule; list a signed-in page in middleware.ts's matcher, too (a test compares both).
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
  // For any ID: only staff learn whether an order exists.
  { path: /^\/admin\/order\/[^/]+$/, access: "admin" },
  { path: /^\/admin\/grader\/[^/]+(?:\/manifest)?$/, access: "admin" },
  // Also open by order cookie or signed link: each loader checks the owner.
  { path: new RegExp(`^/orders/${UUID}/(?:label|slip|receipt)$`), access: "open" },
  { path: /^\/track\/[\w-]{43}$/, access: "open" },
  { path: /^\/mail\/[\w-]{86}$/, access: "open" },
];

export type Visitor = {
  isSignedIn: boolean;
  /** The session couldn't be checked, which the dashboard explains. */
  isUnknown?: boolean;
  sessionProblem?: SessionProblem | undefined;
  /** A pay-as-you-go batch is on its way to payment. */
  hasPendingPayg?: boolean;
  /** Null on other pages, when unknown, or while a second factor is due: the page decides. */
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
  // The page explains the problem, also after Refresh.
  const explains = visitor.isUnknown || url.searchParams.has("refresh");
  if (url.pathname === paths.dashboard && explains) return null;
  return loginFor(url, visitor.sessionProblem);
}

/** Why the session is gone, in the login's URL. */
export type SessionProblem = "session" | "large" | "ended";

/** The session needs an authenticator code, in the login's URL. */
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
