/** When each code was last in the camera's view, in milliseconds. */
export type SeenCodes = ReadonlyMap<string, number>;

/** So long a code must be out of view to count as shown again. */
const GONE_MS = 2_000;

/** Returns the codes in the picture taken at `at` (milliseconds) that were out of view for the two seconds before. */
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
