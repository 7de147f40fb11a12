import fc from "fast-check";
import { SEED } from "./random.ts";

type Telling = {
  runs: number;
  /** So many have to be told: a run that is cut short by its time has shown nothing of the rest. */
  atLeast: number;
  timeMs: number;
  /** Tells a false story as it was drawn, where a shorter one would take too long to find. */
  endOnFailure?: boolean;
};

/**
 * Tells stories that the run's seed draws, as many as the time holds, and answers how many those are. Throws what is false
 * in one, with how to tell it again, and where the time held fewer than `atLeast`.
 */
export async function tellStories<Drawn>(
  story: fc.IAsyncProperty<Drawn>,
  { runs, atLeast, timeMs, endOnFailure = false }: Telling,
): Promise<number> {
  const details = await fc.check(story, {
    ...{ seed: SEED, numRuns: runs, interruptAfterTimeLimit: timeMs, endOnFailure },
  });
  const isFalse = details.failed && details.counterexample !== null;
  if (isFalse) throw new Error(`${details.errorInstance}\n${fc.defaultReportMessage(details)}`);
  if (details.numRuns < atLeast)
    throw new Error(
      `${timeMs / 1000} s held only ${details.numRuns} of ${runs} stories, and ${atLeast} are the least`,
    );
  return details.numRuns;
}
