import { existsSync, readFileSync } from "node:fs";

/** A change of a function or policy. */
export type Change = {
  /** The function with its schema, or the policy. */
  what: string;
  /** The text of the changed line. */
  line: string;
  /** "before → after". */
  change: string;
  /** Tells those of one line and text apart, from 1. */
  nth: number;
};
/** What became of a change; `by` is the test that noticed it, `file` its file. */
export type Verdict = {
  verdict: "killed" | "survived" | "invalid" | "equivalent";
  by?: string;
  file?: string;
};
export type Kept = Change & Verdict & { target: string };

/** What a run may add to the results of those before: what no test has noticed, or what was not tried. */
export const AGAIN = ["survivors", "left"] as const;

const keyOf = ({ what, line, change, nth }: Change) => [what, line, change, nth].join("\n");

/**
 * Which of the changes a run tries, and what stays of the results of those before: nothing of a line that has changed,
 * where `all` is whole.
 */
export function toTry<Trial extends Change>(
  results: string,
  all: Trial[],
  { again, isWhole }: { again: (typeof AGAIN)[number] | undefined; isWhole: boolean },
): { trials: Trial[]; former: Kept[] } {
  if (!again) return { trials: all, former: [] };
  const former: Kept[] = existsSync(results) ? JSON.parse(readFileSync(results, "utf8")) : [];
  const verdicts = new Map(former.map((one) => [keyOf(one), one.verdict]));
  const wanted = again === "survivors" ? "survived" : undefined;
  const trials = all.filter((trial) => verdicts.get(keyOf(trial)) === wanted);
  const known = new Set(all.map(keyOf));
  const tried = new Set(trials.map(keyOf));
  const stays = (key: string) => !tried.has(key) && (known.has(key) || !isWhole);
  return { trials, former: former.filter((one) => stays(keyOf(one))) };
}
