/** The runner prints TEST_SEED so that a failed run can be repeated. */
export const SEED = Number(process.env.TEST_SEED ?? 1);

export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

export function shuffle<Item>(items: readonly Item[], random: () => number = seeded(SEED)): Item[] {
  const shuffled = [...items];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [shuffled[i], shuffled[j]] = [shuffled[j] as Item, shuffled[i] as Item];
  }
  return shuffled;
}
