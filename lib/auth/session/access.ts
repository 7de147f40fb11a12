import { paths, withQuery } from "@/lib/base/paths";
import { isMembershipPlan } from "@/lib/base/plans";
import { staffPaths } from "@/lib/base/staff-paths";

/*
 * Who may open which page, and where everybody else is sent (the specification's table of pages). Middleware asks
 * redirectFor before a page loads. It knows only what the request's cookies tell: every page's loader asks the database
 * again for what it shows. A new page must be listed here, or app/[...unlisted] leads its visitors to the home page; one
 * with a person in it also in the matcher of middleware.ts (a test compares both with the folders of app).
 */

/**
 * Names who may open a page: anyone, a person who is signed in, a member of the plan in the address, or staff. Middleware lets
 * everyone who is signed in open a member's page: the page itself reads the membership and shows what is missing.
 */
export type Access = "open" | "user" | "subscriber" | "admin";

const PAGES: { path: string; access: Access }[] = [
  { path: paths.home, access: "open" },
  { path: paths.login, access: "open" },
  { path: paths.signup, access: "open" },
  { path: paths.testAuth, access: "open" },
  { path: paths.pricing, access: "open" },
  { path: paths.terms, access: "open" },
  { path: paths.privacy, access: "open" },
  { path: paths.refunds, access: "open" },
  { path: paths.insurance, access: "open" },
  { path: paths.trackSample, access: "open" },
  { path: paths.success, access: "open" },
  { path: paths.confirmation, access: "open" },
  { path: paths.unclaim, access: "open" },
  { path: paths.notMe, access: "open" },
  { path: paths.dashboard, access: "user" },
  { path: paths.submit, access: "user" },
  { path: paths.profile, access: "user" },
  { path: staffPaths.orders, access: "admin" },
  { path: staffPaths.labels, access: "admin" },
  { path: staffPaths.userProfile, access: "admin" },
  { path: staffPaths.receive, access: "admin" },
  { path: staffPaths.grader, access: "admin" },
  { path: staffPaths.returns, access: "admin" },
  { path: staffPaths.reconcile, access: "admin" },
  { path: staffPaths.numbers, access: "admin" },
  { path: staffPaths.activity, access: "admin" },
  { path: staffPaths.people, access: "admin" },
];

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const PAGES_WITH_ID: { path: RegExp; access: Access }[] = [
  // Whatever the id: what no order has is told to staff alone.
  { path: /^\/admin\/order\/[^/]+$/, access: "admin" },
  { path: /^\/admin\/grader\/[^/]+(?:\/manifest)?$/, access: "admin" },
  // Open to a guest's order cookie and to the signed link of an email as well; each page's loader checks whose order it is.
  { path: new RegExp(`^/orders/${UUID}/(?:label|slip|receipt)$`), access: "open" },
  { path: /^\/track\/[\w-]{43}$/, access: "open" },
  { path: /^\/mail\/[\w-]{86}$/, access: "open" },
];

/** Returns what middleware knows of the visitor before the page loads. */
export type Visitor = {
  isSignedIn: boolean;
  /** The session couldn't be checked. The dashboard explains it, so the visitor isn't sent to /login. */
  isUnknown?: boolean;
  /** Why the session that there was is over. The log-in page says so. */
  sessionProblem?: SessionProblem | undefined;
  /** This browser has a pay-as-you-go batch on its way to the payment page. */
  hasPendingPayg?: boolean;
  /**
   * Asked for on pages for staff only. Null where it was not asked, could not be read, or waits for the second factor:
   * the page decides.
   */
  isStaff?: boolean | null;
};

/** Returns who may open the page of a path and query; undefined when it isn't a listed page. */
export function accessOf(pathname: string, query = new URLSearchParams()): Access | undefined {
  const isForMembers = isMembershipPlan(query.get("plan")) && query.get("mode") !== "payg";
  if (pathname === paths.submit && isForMembers) return "subscriber";
  const page =
    PAGES.find(({ path }) => path === pathname) ?? PAGES_WITH_ID.find(({ path }) => path.test(pathname));
  return page?.access;
}

/**
 * Returns the path to which a visitor who may not open the page is sent; null when the page may load. Customers are
 * sent from staff pages to their dashboard, people who are not signed in to /login, and from /submit to the
 * pay-as-you-go form while a batch of theirs is on its way to the payment page. A visitor whose session couldn't be
 * checked stays on the dashboard, which explains why it shows nothing.
 */
export function redirectFor(url: URL, visitor: Visitor): string | null {
  const access = accessOf(url.pathname, url.searchParams);
  if (access === "admin" && visitor.isSignedIn) return visitor.isStaff === false ? paths.dashboard : null;
  if (access === undefined || access === "open" || visitor.isSignedIn) return null;
  if (url.pathname === paths.submit && isPayg(url)) return null;
  if (url.pathname === paths.submit && visitor.hasPendingPayg && !url.searchParams.has("plan")) {
    return paths.submitPayg;
  }
  // The page itself says why it cannot be shown; Refresh was pressed on one that was open.
  const explains = visitor.isUnknown || url.searchParams.has("refresh");
  if (url.pathname === paths.dashboard && explains) return null;
  return loginFor(url, visitor.sessionProblem);
}

/** Says in the address of the login why the session is gone: its cookie was unreadable or too large, or it has ended. */
export type SessionProblem = "session" | "large" | "ended";

/** Says in the address of the login that the session there was owes the code of an authenticator app. */
export const CODE_OWED = "code";

function isPayg(url: URL): boolean {
  return url.searchParams.get("mode") === "payg";
}

/**
 * Returns /login with the way back: next=/submit and the plan when a plan was asked for, else the path and query
 * itself. `failed` says why the visitor isn't signed in.
 */
export function loginFor(url: URL, failed?: string): string {
  const plan = url.searchParams.get("plan") ?? undefined;
  if (plan) return withQuery(paths.login, { next: paths.submit, plan, failed });
  return withQuery(paths.login, { next: url.pathname + url.search, failed });
}
