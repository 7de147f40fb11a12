/** Texts any failed call may show. Public pages load them, so keep this file small. */
export const messages = {
  unexpected: "An unexpected error occurred. Please try again.",
  tooManyRequests: "Too many requests. Please wait a moment and try again.",
  fieldMissing: "Please fill this in.",
  tryAgain: "Please try again in a minute.",
} as const;

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? noun : `${noun}s`}`;
}

export function cardCount(count: number): string {
  return counted(count, "card");
}

export function batchCount(count: number): string {
  return count === 1 ? "1 batch" : `${count.toLocaleString("en-US")} batches`;
}

/** Separate from the guard, which most drawers don't need. */
export const UNSAVED_QUESTION = "Leave without saving your changes?";
