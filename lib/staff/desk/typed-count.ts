/** What stood in the field of the count: a number of cards, a code that was scanned into it, or nothing to read. */
export type TypedCount = { count: number } | { problem: "code" | "unreadable" };

/**
 * Reads what was typed or scanned as a count: one to four digits. A scanner types into whatever field is in use, so that
 * a parcel's barcode or a batch ID must never pass for a number of cards.
 */
export function readCount(typed: string): TypedCount {
  const text = typed.trim();
  if (/^\d{1,4}$/.test(text)) return { count: Number(text) };
  return { problem: /^[a-z0-9 -]{5,}$/i.test(text) ? "code" : "unreadable" };
}
