import type { Store } from "./store.ts";

interface ClockState {
  offsetMs: number;
  frozenAtMs: number | null;
}

/** The sandbox's time: the machine's, unless the control endpoint has moved or frozen it. Kept across restarts. */
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

  now(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  get frozen(): boolean {
    return this.#state.frozenAtMs !== null;
  }

  set(ms: number): void {
    this.#save(
      this.frozen ? { offsetMs: 0, frozenAtMs: ms } : { offsetMs: ms - Date.now(), frozenAtMs: null },
    );
  }

  freeze(): void {
    this.#save({ offsetMs: 0, frozenAtMs: this.nowMs() });
  }

  unfreeze(): void {
    this.#save({ offsetMs: this.nowMs() - Date.now(), frozenAtMs: null });
  }

  reset(): void {
    this.#save({ offsetMs: 0, frozenAtMs: null });
  }

  #save(state: ClockState): void {
    this.#state = state;
    this.#store.setMeta("clock", state);
  }
}

/**
 * Returns the end of the month that starts at `start` (Unix seconds). It falls on the anchor's day and time, or on the
 * last day of a shorter month.
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
