import type { Clock } from "./clock.ts";
import type { ObjectName } from "./object-types.ts";
import type { Store } from "./store.ts";

/** setTimeout takes at most 2^31 - 1 ms. */
const LONGEST_WAIT_MS = 60_000;

/** Handles a due object. Must set or clear its next due time. */
type DueStep = (id: string) => void;

/** Expires sessions and settles delayed payments when they are due by the sandbox's clock. */
export class Scheduler {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #steps: Partial<Record<ObjectName, DueStep>> = {};
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  register(name: ObjectName, step: DueStep): void {
    this.#steps[name] = step;
  }

  schedule(id: string, due: number | null): void {
    this.#store.setDue(id, due);
    this.wake();
  }

  run(): void {
    for (let next = this.#store.nextDue(); next; next = this.#store.nextDue()) {
      if (next.due > this.#clock.now()) break;
      this.#runStep(next.name, next.id);
    }
    this.wake();
  }

  /**
   * Moves the clock to `ms` since the epoch and stops at each due time on the way, so that each step runs at its own
   * time. Never moves the clock backward.
   */
  moveTo(ms: number): void {
    for (let next = this.#store.nextDue(); next && next.due * 1000 <= ms; next = this.#store.nextDue()) {
      if (next.due > this.#clock.now()) this.#clock.set(next.due * 1000);
      this.#runStep(next.name, next.id);
    }
    this.#clock.set(ms);
    this.wake();
  }

  wake(): void {
    clearTimeout(this.#timer);
    if (this.#stopped || this.#clock.frozen) return;
    const next = this.#store.nextDue();
    if (!next) return;
    const wait = Math.min(Math.max(next.due * 1000 - this.#clock.nowMs(), 0), LONGEST_WAIT_MS);
    this.#timer = setTimeout(() => this.run(), wait);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #runStep(name: ObjectName, id: string): void {
    const step = this.#steps[name];
    if (!step) throw new Error(`Nothing is registered for a ${name} that is due`);
    this.#store.transaction(() => {
      this.#store.setDue(id, null);
      step(id);
    });
  }
}
