import type { Progress } from "@/lib/jobs/data";

/** The clocks of two machines, and of a scheduler, may differ by so much. */
const LEEWAY_MS = 5_000;

/** Whether a kind of work is due: never done, stopped on its way, its time has come, or a clock was put back. */
export function isTurn({ finished_at: finished, place }: Progress, everyMs: number, now: Date): boolean {
  if (finished === null || place !== null) return true;
  const waited = now.getTime() - Date.parse(finished);
  return waited < 0 || waited >= everyMs - LEEWAY_MS;
}
