import "server-only";
import { ServiceUnavailableError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import type { Progress } from "@/lib/jobs/data";

/** Items processed concurrently. Stripe allows 25 calls per second of one kind. */
const AT_ONCE = 8;
/** A phase stops after this many consecutive service failures. */
const AWAY_AFTER = 3;

/** IDs logged for an item, never personal data. */
export type ItemIds = Record<string, string | number | null> & {
  /** Reserved for the log line's name. */
  event?: never;
};

class PhaseOverError extends Error {}

/** Returns whether an error is an outage (no response, 5xx, 429). A rejected request only fails its item. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof ServiceUnavailableError)) return false;
  const { statusCode: status } = (error.cause ?? {}) as { statusCode?: number };
  return status === undefined || status >= 500 || status === 429;
}

/** One kind of work in a run. A failure stops no other item. Ends at `until` (ms) or after three consecutive outages. */
export class JobPhase {
  failed = 0;
  readonly #name: string;
  readonly #until: number;
  #awayInARow = 0;
  #isAborted = false;

  constructor(name: string, until: number) {
    this.#name = name;
    this.#until = until;
  }

  get isOver(): boolean {
    return this.#isAborted || this.#isOutage || Date.now() > this.#until;
  }

  get #isOutage(): boolean {
    return this.#awayInARow >= AWAY_AFTER;
  }

  /** Runs the phase. Throws only on programming errors. */
  async run(work: (phase: JobPhase) => Promise<void>): Promise<void> {
    try {
      if (!this.isOver) await work(this);
    } catch (error) {
      if (!(error instanceof PhaseOverError)) throw error;
    }
    if (!this.isOver) return;
    const why = this.#isOutage ? "a service is down" : "its time is up";
    log.warn("sync.stopped", { phase: this.#name, why: this.#isAborted ? "its list cannot be had" : why });
  }

  /** Runs a step that the phase depends on, such as reading its list. A failure ends the phase. */
  async need<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#note(error);
      this.#isAborted = true;
      throw new PhaseOverError(this.#name, { cause: error });
    }
  }

  /** Processes items until the phase is over. Returns how many were started. `idsOf` identifies an item in the log. */
  async each<T>(
    items: readonly T[],
    idsOf: (item: T) => ItemIds,
    work: (item: T) => Promise<void>,
  ): Promise<number> {
    const waiting = items.values();
    let begun = 0;
    const worker = async () => {
      while (!this.isOver) {
        const { value: item, done } = waiting.next();
        if (done) return;
        begun++;
        await this.#attempt(
          () => work(item),
          () => idsOf(item),
        );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return begun;
  }

  async #attempt(work: () => Promise<void>, ids: () => ItemIds): Promise<void> {
    try {
      await work();
      this.#awayInARow = 0;
    } catch (error) {
      this.#awayInARow = isOutage(error) ? this.#awayInARow + 1 : 0;
      this.#note(error, ids());
    }
  }

  #note(error: unknown, ids: ItemIds = {}): void {
    this.failed++;
    log.error("sync.failed", error, { what: this.#name, ...ids });
  }
}

/** Duration of a run (ms). The scheduler starts one every minute. */
export const RUN_MS = 50_000;

/** Seconds for each kind of work, in order. Reservations come last and get the rest, at least five seconds. */
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

export type PhaseName = keyof typeof PHASE_SECONDS | "reservations";

/** Returns when a phase that starts at `now` ends (ms since 1970). `end` is the end of the run. */
export function phaseEnd(name: PhaseName, now: number, end: number): number {
  if (name === "reservations") return Math.max(end, now + 5_000);
  return Math.min(end, now + PHASE_SECONDS[name] * 1_000);
}

/** Maximum difference between the clocks of two machines and the scheduler. */
const LEEWAY_MS = 5_000;

/** Returns whether a task is due: never run, stopped halfway, interval passed, or the clock was set back. */
export function isRunDue({ finished_at: finished, place }: Progress, everyMs: number, now: Date): boolean {
  if (finished === null || place !== null) return true;
  const waited = now.getTime() - Date.parse(finished);
  return waited < 0 || waited >= everyMs - LEEWAY_MS;
}
