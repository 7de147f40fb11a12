import type { Progress } from "@/lib/jobs/data";

/** A run of the reconcile job ends, in milliseconds, before the scheduler starts the next one a minute later. */
export const RUN_MS = 50_000;

/** Seconds of each kind of work, in order. The reservations, which come last, have what is left, and five seconds at least. */
export const PHASE_SECONDS = {
  purge: 2,
  sessions: 6,
  "failed deliveries": 4,
  "missed events": 5,
  memberships: 5,
  refunds: 2,
  proposals: 3,
  reminders: 6,
  "pending payments": 3,
  photographs: 2,
} as const;

/** One of those kinds, or the last. */
export type PhaseName = keyof typeof PHASE_SECONDS | "reservations";

/** Answers when a phase that begins at `now` ends, in a run that ends at `end`; both in milliseconds since 1970. */
export function phaseEnd(name: PhaseName, now: number, end: number): number {
  if (name === "reservations") return Math.max(end, now + 5_000);
  return Math.min(end, now + PHASE_SECONDS[name] * 1_000);
}

/** The clocks of two machines, and of a scheduler, may differ by so much. */
const LEEWAY_MS = 5_000;

/** Whether a kind of work is due: never done, stopped on its way, its time has come, or a clock was put back. */
export function isTurn({ finished_at: finished, place }: Progress, everyMs: number, now: Date): boolean {
  if (finished === null || place !== null) return true;
  const waited = now.getTime() - Date.parse(finished);
  return waited < 0 || waited >= everyMs - LEEWAY_MS;
}
