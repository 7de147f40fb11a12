import "server-only";
import { ServiceUnavailableError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";

/** Items processed at once. Stripe allows 25 calls per second of one kind. */
const AT_ONCE = 8;
/** Stop the phase after this many consecutive service failures. */
const AWAY_AFTER = 3;

/** Says which item a line of the log is about: ids by what they are of, never anything about a person. */
export type ItemIds = Record<string, string | number | null> & {
  /** The line's own name stands there. */
  event?: never;
};

/** Ends a phase whose work cannot be known. */
class PhaseOverError extends Error {}

/** Whether an error says that a service is away (no answer, 5xx, 429). A refused request is its item's own failure. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof ServiceUnavailableError)) return false;
  const { statusCode: status } = (error.cause ?? {}) as { statusCode?: number };
  return status === undefined || status >= 500 || status === 429;
}

/**
 * One kind of work of a run. A failure is logged and stops no other item. The phase ends at `until` (milliseconds since 1970), or
 * after three failures in a row that a service is to blame for.
 */
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

  /** Tells whether nothing more may be begun. */
  get isOver(): boolean {
    return this.#isAborted || this.#isAway || Date.now() > this.#until;
  }

  get #isAway(): boolean {
    return this.#awayInARow >= AWAY_AFTER;
  }

  /** Does the work of the phase; never throws what a service or an item is to blame for. */
  async run(work: (phase: JobPhase) => Promise<void>): Promise<void> {
    try {
      if (!this.isOver) await work(this);
    } catch (error) {
      if (!(error instanceof PhaseOverError)) throw error;
    }
    if (!this.isOver) return;
    const why = this.#isAway ? "a service is away" : "its time is over";
    log.warn("sync.stopped", { phase: this.#name, why: this.#isAborted ? "its list cannot be had" : why });
  }

  /** Does what the rest of the phase needs, as reading its list, and ends the phase when that fails. */
  async need<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#note(error);
      this.#isAborted = true;
      throw new PhaseOverError(this.#name, { cause: error });
    }
  }

  /**
   * Processes items, eight at once, until the phase is over. Returns how many were begun. `idsOf` names a failed one in the log.
   */
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
      this.#awayInARow = isAway(error) ? this.#awayInARow + 1 : 0;
      this.#note(error, ids());
    }
  }

  #note(error: unknown, ids: ItemIds = {}): void {
    this.failed++;
    log.error("sync.failed", error, { what: this.#name, ...ids });
  }
}
