import Sequencer from "@jest/test-sequencer";

/** Runs the quickest files first, where Jest begins with the slowest: most mutants are noticed by a small file. */
export default class QuickestFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => (one.duration ?? 0) - (other.duration ?? 0));
  }
}
