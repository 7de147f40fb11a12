/** Characters that end a header line, hide text or turn its direction around. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;

/** One line without control characters: for subjects, names and every other header value. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, " ").replace(/ {2,}/g, " ").trim();
}

/** The lines of a customer's text, each without control characters; blank ones at both ends are dropped. */
export function cleanLines(text: string): string[] {
  const cleaned = text.split(/\r\n|[\n\r\u2028\u2029]/).map(oneLine);
  return cleaned.join("\n").trim().split("\n");
}
