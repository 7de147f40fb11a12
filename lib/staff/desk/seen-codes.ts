/** When each code was last in the camera's view, in milliseconds. */
export type SeenCodes = ReadonlyMap<string, number>;

/** So long a code must be out of view to count as shown again. */
const GONE_MS = 2_000;

/**
 * Finds the codes that have just come into view: those of a picture, taken at `at` (milliseconds), that were not in view
 * during the two seconds before. A label that stays in view is told once.
 */
export function newlySeen(
  seen: SeenCodes,
  codes: string[],
  at: number,
): { seen: SeenCodes; fresh: string[] } {
  const known = new Map([...seen].filter(([, last]) => at - last < GONE_MS));
  const fresh = [...new Set(codes)].filter((code) => !known.has(code));
  for (const code of codes) known.set(code, at);
  return { seen: known, fresh };
}
