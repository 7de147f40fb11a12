/** What a person reads after a sign-in that found earlier guest orders; null when it found none. */
export function linkedOrdersMessage(linkedCount: number): string | null {
  if (linkedCount <= 0) return null;
  return `Login successful! ${linkedCount} previous order(s) linked to your account.`;
}

/** How long that message stays before the page moves on. */
export const READING_MS = 2_000;
