/** How long a batch takes at most, in business days from its receipt (the specification's 10-15). */
const LONGEST = 15;
const DAY_MS = 86_400_000;

const isWeekend = (at: Date) => at.getUTCDay() === 0 || at.getUTCDay() === 6;

/**
 * Answers until when a batch is promised back, as an ISO text: 15 business days (Monday to Friday, UTC, no holidays) after it
 * was received. What comes at the weekend counts as come at the end of Friday. After it the list of what is overdue has it.
 */
export function promisedBy(receivedAt: string): string {
  let at = new Date(receivedAt);
  if (isWeekend(at)) {
    const sinceSaturday = at.getUTCDay() === 0 ? 1 : 0;
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - sinceSaturday) - 1);
  }
  for (let days = 0; days < LONGEST; ) {
    at = new Date(at.getTime() + DAY_MS);
    if (!isWeekend(at)) days += 1;
  }
  return at.toISOString();
}
