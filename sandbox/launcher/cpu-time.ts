import { readFileSync } from "node:fs";

/** Linux counts the time of processes in hundredths of a second, whatever its kernel's own clock. */
const TICKS_PER_SECOND = 100;

/** Adds up the CPU seconds (user and system) of a run, by what they were spent on. */
export class CpuTime {
  readonly seconds = new Map<string, number>();
  #seen = ofEndedChildren();

  /** Charges `what` with the child processes of this process that have ended since the last call. */
  charge(what: string): void {
    const now = ofEndedChildren();
    this.seconds.set(what, (this.seconds.get(what) ?? 0) + now - this.#seen);
    this.#seen = now;
  }

  /** Whether this system counts CPU time where it can be read (Linux). */
  get isKnown(): boolean {
    return ofEndedChildren() > 0;
  }
}

/** CPU seconds of the children that have ended, with their own ended children; 0 where the system doesn't say. */
function ofEndedChildren(): number {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    // The second field, the program's name in parentheses, may contain blanks: cutime and cstime are fields 16 and 17.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
