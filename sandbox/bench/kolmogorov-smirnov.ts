/**
 * Compares two samples by the test of Kolmogorov and Smirnov. `distance` is the largest between the two empirical
 * distributions (0 to 1), `p` how probable one at least as large is if both come from the same distribution. The formula of
 * p is that of Numerical Recipes (third edition, 14.3.3, after Stephens 1970), good from twenty values each.
 */
export function kolmogorovSmirnov(
  one: readonly number[],
  other: readonly number[],
): { distance: number; p: number } {
  const [a, b] = [one, other].map((values) => [...values].sort((x, y) => x - y)) as [number[], number[]];
  if (a.length === 0 || b.length === 0) throw new Error("There are no values to compare.");
  let distance = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const value = Math.min(a[i] as number, b[j] as number);
    // Equal values are passed together: the distributions differ between values only.
    while (i < a.length && a[i] === value) i++;
    while (j < b.length && b[j] === value) j++;
    distance = Math.max(distance, Math.abs(i / a.length - j / b.length));
  }
  const root = Math.sqrt((a.length * b.length) / (a.length + b.length));
  return { distance, p: tail((root + 0.12 + 0.11 / root) * distance) };
}

/** The probability of a value above `lambda` in the distribution of Kolmogorov. */
export function tail(lambda: number): number {
  // Below it the series converges slowly, and the probability is 1 to seven digits.
  if (lambda < 0.3) return 1;
  let sum = 0;
  for (let term = 1; term <= 100; term++) {
    const part = Math.exp(-2 * term * term * lambda * lambda);
    sum += term % 2 ? part : -part;
    if (part < 1e-12) break;
  }
  return Math.min(1, Math.max(0, 2 * sum));
}
