import type { Clock } from "./clock.ts";
import type { ObjectName } from "./object-types.ts";
import type { Store } from "./store.ts";

/** setTimeout takes no more than 2^31 - 1 ms; waking up once a minute costs nothing. */
const LONGEST_WAIT_MS = 60_000;

/** What an object does when its due time has come; it must set or clear its next due time. */
type DueStep = (id: string) => void;

/** Lets time do its work: expires sessions, settles delayed payments, at their moment of the sandbox's clock. */
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

  /** Sets when an object is due next (Unix seconds of the sandbox's clock), null for never. */
  schedule(id: string, due: number | null): void {
    this.#store.setDue(id, due);
    this.wake();
  }

  /** Does what is due by now and sets the timer for what comes next. */
  run(): void {
    for (let next = this.#store.nextDue(); next; next = this.#store.nextDue()) {
      if (next.due > this.#clock.now()) break;
      this.#runStep(next.name, next.id);
    }
    this.wake();
  }

  /**
   * Moves the clock to `ms` since the epoch, stopping at each due moment on the way,
   * so that what happens there carries its own time. Backwards nothing happens.
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
