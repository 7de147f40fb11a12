import { safeNext } from "@/lib/auth/session/safe-next";
import type { StaffRole } from "@/lib/auth/session-context";
import { paths, withQuery } from "@/lib/base/paths";
import { isMembershipPlan } from "@/lib/base/plans";
import { staffPaths } from "@/lib/base/staff-paths";

/**
 * Holds what the address of /login or /signup asks for: a page to go on to, or a plan. It is checked by landingPath.
 */
export type Wish = { next?: string | null | undefined; plan?: string | null | undefined };

/** Where the product starts for each role when the address asks for nothing. */
const START: Record<StaffRole | "customer", string> = {
  owner: staffPaths.orders,
  staff: paths.dashboard,
  customer: paths.dashboard,
};

/** Pages about signing in: going on to them after signing in would go in circles. */
const SIGN_IN_PAGES: string[] = [paths.login, paths.signup];

/**
 * Returns the path to which a person goes after signing in. `next` wins when it may be followed (see safeNext); with
 * next=/submit the free plan is put back onto it, since loginFor had taken it off. Without `next` the plan decides
 * (free: the form; a membership: the pricing page), then the role: an owner starts at /admin, everybody else at the
 * dashboard.
 */
export function landingPath({ next, plan }: Wish, role: StaffRole | null = null): string {
  const target = safeNext(next);
  if (target && !SIGN_IN_PAGES.includes(target.split("?")[0] ?? "")) {
    return target === paths.submit && plan === "free" ? paths.submitFree : target;
  }
  if (plan === "free") return paths.submitFree;
  if (isMembershipPlan(plan)) return withQuery(paths.pricing, { plan });
  return START[role ?? "customer"];
}
