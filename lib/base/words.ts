/**
 * Holds the texts that any failed call may show. The public pages load this file, so it stays small (see
 * shared-messages.ts).
 */
export const messages = {
  unexpected: "An unexpected error occurred. Please try again.",
  tooManyRequests: "Too many requests. Please wait a moment and try again.",
  fieldMissing: "Please fill this in.",
  tryAgain: "Please try again in a minute.",
} as const;

/** Writes a count with its noun, which takes an s: "1 order", "1,250 orders". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? noun : `${noun}s`}`;
}

/** Writes a number of cards: "1 card", "1,250 cards". */
export function cardCount(count: number): string {
  return counted(count, "card");
}
