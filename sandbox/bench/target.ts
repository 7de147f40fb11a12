/** What a figure should come to: so much at least, or at most. */
export type Target = { least: number } | { most: number };

/** Stands in a table where a target is missed. */
export const MISSED = "MISSED";

/** Heads the two columns of targetCells. */
export const TARGET_HEAD = ["target", "met"];

/**
 * Whether a figure misses its target. It counts as the table shows it, rounded to `digits`, so that no row contradicts
 * itself. A figure that could not be taken misses every target.
 */
export function isMissed(value: number, target: Target, digits = 3): boolean {
  const shown = Number(value.toFixed(digits));
  if (Number.isNaN(shown)) return true;
  return "least" in target ? shown < target.least : shown > target.most;
}

/** The last two cells of a row: what its figure should be, and whether it is; empty where nothing is asked of it. */
export function targetCells(value: number, target?: Target, digits?: number): string[] {
  if (!target) return ["", ""];
  const wanted = "least" in target ? `at least ${target.least}` : `at most ${target.most}`;
  return [wanted, isMissed(value, target, digits) ? MISSED : "yes"];
}
