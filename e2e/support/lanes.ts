import { inParallel } from "../../sandbox/bench/in-parallel.ts";

/** How many calls are on their way at once: more only wait for each other. */
const LANES = 16;

/** Does something with each item, some of them at once; answers what came of each, in the items' order. */
export const inLanes = <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => inParallel(items, LANES, work);
