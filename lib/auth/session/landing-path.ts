import { accessOf } from "@/lib/auth/session/access";
import type { StaffRole } from "@/lib/auth/session-context";
import { paths, withQuery } from "@/lib/base/paths";
import { isMembershipPlan } from "@/lib/base/plans";
import { staffPaths } from "@/lib/base/staff-paths";

/** The requested page or plan in the URL of /login or /signup, unchecked. */
export type LoginTarget = { next?: string | null | undefined; plan?: string | null | undefined };

const START: Record<StaffRole | "customer", string> = {
  owner: staffPaths.orders,
  staff: paths.dashboard,
  customer: paths.dashboard,
};

/** Pages that are never a target after login. */
const SIGN_IN_PAGES: string[] = [paths.login, paths.signup];

/** Returns the path after login: a safe `next`, otherwise the plan's page, otherwise the role's start page. */
export function landingPath({ next, plan }: LoginTarget, role: StaffRole | null = null): string {
  const target = safeNext(next);
  if (target && !SIGN_IN_PAGES.includes(target.split("?")[0] ?? "")) {
    return target === paths.submit && plan === "free" ? paths.submitFree : target;
  }
  if (plan === "free") return paths.submitFree;
  if (isMembershipPlan(plan)) return withQuery(paths.pricing, { plan });
  return START[role ?? "customer"];
}

/** Returns the path and query of `next` if it is a listed page of this origin, else null (no open redirect). */
export function safeNext(next: string | null | undefined): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers strip these from addresses, so "/\t/evil" is "//evil".
  if (!next || !/^\/(?![/\\])/.test(next) || /[\\\u0000-\u0020\u007f]/.test(next)) return null;
  let url: URL;
  try {
    url = new URL(next, "http://origin.invalid");
  } catch {
    return null;
  }
  if (url.origin !== "http://origin.invalid" || accessOf(url.pathname) === undefined) return null;
  return url.pathname + url.search;
}

/** Purpose of the login by the start of its target path. The first match wins. */
const FOR: [start: string, what: string][] = [
  [`${paths.dashboard}?batch=`, "track your batch"],
  [paths.dashboard, "see your batches"],
  [paths.track(""), "track your batch"],
  [paths.submit, "submit your cards"],
  ["/orders/", "open this page"],
  [paths.profile, "open your profile"],
  [`${paths.pricing}?plan=`, "start your membership"],
];

export function loginLead(loginTarget: LoginTarget): string {
  const target = loginTarget.next || loginTarget.plan ? landingPath(loginTarget) : null;
  const known = FOR.find(([start]) => target?.startsWith(start));
  return `Log in to ${known?.[1] ?? "submit cards and track your batches"}.`;
}
