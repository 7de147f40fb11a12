/** The result of `work`, or `fallback()` when it takes longer than `budgetMs`; the work itself goes on unseen. */
export async function withinBudget<T>(work: Promise<T>, budgetMs: number, fallback: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(fallback()), budgetMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
