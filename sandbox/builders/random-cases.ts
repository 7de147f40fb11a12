import fc from "fast-check";
import { SEED } from "./random.ts";

type Telling = {
  runs: number;
  /** So many are told however long it takes: a machine that is slow shows no less. */
  atLeast: number;
  /** How long more than those are told. */
  timeMs: number;
  /** Tells a false story as it was drawn, where a shorter one would take too long to find. */
  endOnFailure?: boolean;
};

/**
 * Tells stories that the run's seed draws: `atLeast` of them, and then as many up to `runs` as the time holds that is left.
 * Returns how many those are. Throws what is false in one, with how to tell it again.
 */
export async function runRandomCases<Drawn>(
  story: fc.IAsyncProperty<Drawn>,
  { runs, atLeast, timeMs, endOnFailure = false }: Telling,
): Promise<number> {
  const tell = async (more: fc.Parameters<Drawn>): Promise<number> => {
    const details = await fc.check(story, { endOnFailure, ...more });
    const isFalse = details.failed && details.counterexample !== null;
    if (isFalse) throw new Error(`${details.errorInstance}\n${fc.defaultReportMessage(details)}`);
    return details.numRuns;
  };
  const began = Date.now();
  const least = await tell({ seed: SEED, numRuns: atLeast });
  const left = timeMs - (Date.now() - began);
  if (runs <= atLeast || left <= 0) return least;
  return least + (await tell({ seed: SEED + 1, numRuns: runs - atLeast, interruptAfterTimeLimit: left }));
}
