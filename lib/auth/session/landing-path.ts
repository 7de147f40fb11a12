import { safeNext } from "@/lib/auth/session/access";
import { paths, withQuery } from "@/lib/base/paths";
import { isMembershipPlan } from "@/lib/base/plans";

/** What the address of /login or /signup asks for: a page to go on to, or a plan. */
export type Wish = { next?: string | null | undefined; plan?: string | null | undefined };

/** Staff role of the person who signs in; null for customers. */
export type Role = "owner" | "staff" | null;

/** Where the product starts for each role when the address asks for nothing. */
const START: Record<"owner" | "staff" | "customer", string> = {
  owner: paths.admin,
  staff: paths.dashboard,
  customer: paths.dashboard,
};

/** Pages about signing in: going on to them after signing in would go in circles. */
const SIGN_IN_PAGES: string[] = [paths.login, paths.signup];

/**
 * Where a person goes after signing in. `next` wins when it is a listed page; the free plan is put back onto
 * next=/submit, as the guard had taken it off. Without `next` the plan decides, then the role.
 */
export function landingPath({ next, plan }: Wish, role: Role = null): string {
  const target = safeNext(next);
  if (target && !SIGN_IN_PAGES.includes(target.split("?")[0] ?? "")) {
    return target === paths.submit && plan === "free" ? paths.submitFree : target;
  }
  if (plan === "free") return paths.submitFree;
  if (isMembershipPlan(plan)) return withQuery(paths.pricing, { plan });
  return START[role ?? "customer"];
}
