import { counted } from "../../lib/base/messages.ts";
import type { Finding } from "./finding.ts";

/**
 * The last line about everything that was found, and the exit code: 0 where all is right, 1 where something is wrong, 2
 * where nothing wrong was seen and something could not be looked at.
 */
export function conclude(findings: Finding[]): { says: string; code: number } {
  const wrong = findings.filter(({ state }) => state === "wrong").length;
  const unseen = new Set(findings.filter(({ state }) => state === "unknown").map(({ about }) => about));
  const unchecked = `Not checked: ${[...unseen].join(", ")}.`;
  if (wrong > 0)
    return { says: `${counted(wrong, "problem")} to fix.${unseen.size > 0 ? ` ${unchecked}` : ""}`, code: 1 };
  if (unseen.size > 0) return { says: `No problems found. ${unchecked}`, code: 2 };
  return { says: "No problems found.", code: 0 };
}
