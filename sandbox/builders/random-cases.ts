import fc from "fast-check";
import { SEED } from "./random.ts";

type Telling = {
  runs: number;
  atLeast: number;
  timeMs: number;
  endOnFailure?: boolean;
};

/** Runs `atLeast` random cases, then up to `runs` in the remaining time. Errors say how to repeat the case. */
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
