/** Texts of every call that fails. Few: the public pages load them too. */
export const messages = {
  unexpected: "An unexpected error occurred. Please try again.",
  tooManyRequests: "Too many requests. Please wait a moment and try again.",
  tryAgain: "Please try again in a minute.",
} as const;

/** "1 order", "1,250 orders": a count with its noun, which takes an s. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? noun : `${noun}s`}`;
}

/** "1 card", "1,250 cards". */
export function cardCount(count: number): string {
  return counted(count, "card");
}
