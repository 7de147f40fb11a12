/** Milliseconds until the next question: 3 s for the first minute, then 15 s. */
export function pollDelayMs(polls: number): number {
  return polls < 20 ? 3_000 : 15_000;
}
