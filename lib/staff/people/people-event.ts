import { rightLabel } from "@/lib/auth/staff-right";
import type { People, Standing } from "@/lib/staff/people/schema";

/** Says what somebody may do: "Owner", or their rights by name. */
export function standingWords({ role, rights, is_main: isMain }: Standing): string {
  if (isMain) return "Main owner";
  if (role === "owner") return "Owner";
  return rights.length === 0 ? "No right of its own" : rights.map(rightLabel).join(", ");
}

type PeopleEvent = People["events"][number];

const TITLES: Record<PeopleEvent["action"], string> = {
  added: "added to the staff",
  role_changed: "has another role",
  rights_changed: "has other rights",
  handed_over: "is the main owner now",
  removed: "removed from the staff",
};

/** Puts a change of who is staff into words: what became of somebody, and their standing before and after (null: not kept). */
export function peopleEventWords({
  action,
  before,
  after,
}: Pick<PeopleEvent, "action" | "before" | "after">): {
  title: string;
  change: string | null;
} {
  const standings = [before, after].flatMap((standing) => (standing ? standingWords(standing) : []));
  return { title: TITLES[action], change: standings.length > 0 ? standings.join(" → ") : null };
}
