/** How often each value occurs. */
export type Histogram = Map<number, number>;

/** Puts several histograms together. */
export function mergedHistogram(histograms: readonly Histogram[]): Histogram {
  const merged: Histogram = new Map();
  for (const histogram of histograms)
    for (const [value, count] of histogram) merged.set(value, (merged.get(value) ?? 0) + count);
  return merged;
}

/** Counts the values of a histogram, all of them or those up to `most`. */
export function countUpTo(histogram: Histogram, most = Number.POSITIVE_INFINITY): number {
  let count = 0;
  for (const [value, times] of histogram) if (value <= most) count += times;
  return count;
}

/**
 * Answers the least value of the histogram that at least such a share (0 to 1) of all values does not exceed: 0.5 is
 * the median, of an even number the lower of the two in the middle. Null: there are no values.
 */
export function percentileOf(histogram: Histogram, share: number): number | null {
  const asked = share * countUpTo(histogram);
  const values = [...histogram].filter(([, times]) => times > 0).sort(([a], [b]) => a - b);
  let passed = 0;
  for (const [value, times] of values) {
    passed += times;
    // The share of a whole number may come out a hair above it.
    if (passed >= asked - 1e-9) return value;
  }
  return null;
}
