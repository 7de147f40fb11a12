import type { Store } from "./store.ts";

interface ClockState {
  /** Milliseconds added to the machine's time. */
  offsetMs: number;
  /** When set, time stands still at this instant (milliseconds since the epoch). */
  frozenAtMs: number | null;
}

/** The sandbox's time: the machine's, moved or frozen by the control endpoint, remembered over restarts. */
export class Clock {
  readonly #store: Store;
  #state: ClockState;

  constructor(store: Store) {
    this.#store = store;
    this.#state = store.getMeta<ClockState>("clock") ?? { offsetMs: 0, frozenAtMs: null };
  }

  nowMs(): number {
    return this.#state.frozenAtMs ?? Date.now() + this.#state.offsetMs;
  }

  /** Unix seconds, as all of Stripe's timestamps. */
  now(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  get frozen(): boolean {
    return this.#state.frozenAtMs !== null;
  }

  /** Lets the time be `ms` (since the epoch) now; a frozen clock stays frozen there. */
  set(ms: number): void {
    this.#save(
      this.frozen ? { offsetMs: 0, frozenAtMs: ms } : { offsetMs: ms - Date.now(), frozenAtMs: null },
    );
  }

  freeze(): void {
    this.#save({ offsetMs: 0, frozenAtMs: this.nowMs() });
  }

  /** Time runs on from where it stands. */
  unfreeze(): void {
    this.#save({ offsetMs: this.nowMs() - Date.now(), frozenAtMs: null });
  }

  /** Back to the machine's time. */
  reset(): void {
    this.#save({ offsetMs: 0, frozenAtMs: null });
  }

  #save(state: ClockState): void {
    this.#state = state;
    this.#store.setMeta("clock", state);
  }
}

/**
 * The end of the monthly period that starts at `start`, both in Unix seconds. Periods fall on the anchor's day and
 * time; a month too short for that day has it on its last one, without moving the following months.
 */
export function periodEnd(anchor: number, start: number): number {
  const from = new Date(anchor * 1000);
  const at = new Date(start * 1000);
  const months =
    (at.getUTCFullYear() - from.getUTCFullYear()) * 12 + at.getUTCMonth() - from.getUTCMonth() + 1;
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0));
  lastDay.setUTCDate(Math.min(from.getUTCDate(), lastDay.getUTCDate()));
  const timeOfDay = anchor % 86_400;
  return lastDay.getTime() / 1000 + timeOfDay;
}
