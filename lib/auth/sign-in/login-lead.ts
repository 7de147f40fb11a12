import { landingPath, type Wish } from "@/lib/auth/session/landing-path";
import { paths } from "@/lib/base/paths";

/** Purpose of the login by the start of the path it leads to. The first match wins. */
const FOR: [start: string, what: string][] = [
  [`${paths.dashboard}?batch=`, "track your batch"],
  [paths.dashboard, "see your batches"],
  [paths.track(""), "track your batch"],
  [paths.submit, "submit your cards"],
  ["/orders/", "open this page"],
  [paths.profile, "open your profile"],
  [`${paths.pricing}?plan=`, "start your membership"],
];

/** Returns the line above the login form: what the login is for. */
export function loginLead(wish: Wish): string {
  const target = wish.next || wish.plan ? landingPath(wish) : null;
  const known = FOR.find(([start]) => target?.startsWith(start));
  return `Log in to ${known?.[1] ?? "submit cards and track your batches"}.`;
}
