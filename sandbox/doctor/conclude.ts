import type { Finding } from "./finding.ts";

/**
 * The last line about everything that was found, and the exit code: 0 where all is right, 1 where something is wrong, 2
 * where nothing wrong was seen and something could not be looked at.
 */
export function conclude(findings: Finding[]): { says: string; code: number } {
  const wrong = findings.filter(({ state }) => state === "wrong").length;
  const unseen = new Set(findings.filter(({ state }) => state === "unknown").map(({ about }) => about));
  const not = `hat begins with ? could not be looked at: ${[...unseen].join(", ")}.`;
  if (wrong > 0) return { says: `${wrong} to mend.${unseen.size > 0 ? ` W${not}` : ""}`, code: 1 };
  if (unseen.size > 0) return { says: `Nothing wrong was seen, but w${not}`, code: 2 };
  return { says: "Nothing is wrong.", code: 0 };
}
