/** Does `work` for all items, at most `many` at once; answers their results in order. The first failure is thrown. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  many: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [place, item] of waiting) results[place] = await work(item);
  };
  await Promise.all(Array.from({ length: many }, worker));
  return results;
}

/** How often a second something was done that took so many milliseconds for all of `count`. */
export const perSecond = (count: number, milliseconds: number): number => (count * 1000) / milliseconds;
