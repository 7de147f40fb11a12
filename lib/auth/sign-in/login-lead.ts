import { landingPath, type Wish } from "@/lib/auth/session/landing-path";
import { paths } from "@/lib/base/paths";

/** What one logs in for, by the beginning of the address that the log-in leads to; the first that fits counts. */
const FOR: [start: string, what: string][] = [
  [`${paths.dashboard}?batch=`, "see where your batch is"],
  [paths.dashboard, "see your batches"],
  [paths.track(""), "see where your batch is"],
  [paths.submit, "submit your cards"],
  ["/orders/", "print what goes with your batch"],
  [paths.profile, "open your profile"],
  [`${paths.pricing}?plan=`, "start your membership"],
];

/** Says above the log-in what it is for: where it leads to, or both things that most people come for. */
export function loginLead(wish: Wish): string {
  const target = wish.next || wish.plan ? landingPath(wish) : null;
  const known = FOR.find(([start]) => target?.startsWith(start));
  return `Log in to ${known?.[1] ?? "submit cards and follow your batches"}.`;
}
