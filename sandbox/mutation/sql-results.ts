import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** A change of a function or policy. */
export type Change = {
  /** The function with its schema, or the policy. */
  what: string;
  /** The text of the changed line. */
  line: string;
  /** "before → after". */
  change: string;
  /** Tells those of one line and text apart, from 1. */
  nth: number;
};
/** What became of a change; `by` is the test that noticed it, `file` its file. */
export type Verdict = {
  verdict: "killed" | "survived" | "invalid" | "equivalent";
  by?: string;
  file?: string;
};
export type Kept = Change & Verdict & { target: string };

/** What a run may add to the results of those before: what no test has noticed, or what was not tried. */
export const AGAIN = ["survivors", "left"] as const;

const keyOf = ({ what, line, change, nth }: Change) => [what, line, change, nth].join("\n");

/** What became of the changes, over all runs since the results were begun. */
export class SqlResults<Trial extends Change> {
  readonly #file: string;
  readonly #all: Trial[];
  readonly #kept: Map<string, Kept>;
  /** What this run is to try. */
  readonly trials: Trial[];

  /**
   * `all` are the changes that there are: of every function where `isWhole`, else of some, and then what is known of
   * others stays. Of a line that has changed nothing stays; without `again`, nothing of all these.
   */
  constructor(
    file: string,
    all: Trial[],
    { again, isWhole }: { again: (typeof AGAIN)[number] | undefined; isWhole: boolean },
  ) {
    this.#file = file;
    this.#all = all;
    const former: Kept[] = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
    const known = new Set(all.map(keyOf));
    const functions = new Set(all.map(({ what }) => what));
    const stays = (one: Kept) =>
      isWhole || functions.has(one.what) ? again !== undefined && known.has(keyOf(one)) : true;
    this.#kept = new Map(former.filter(stays).map((one) => [keyOf(one), one]));
    const wanted = again === "survivors" ? "survived" : undefined;
    this.trials = all.filter((trial) => this.#kept.get(keyOf(trial))?.verdict === wanted);
  }

  /** Writes down what became of some; what was known of the others stays. */
  keep(tried: Kept[]): void {
    for (const one of tried) this.#kept.set(keyOf(one), one);
    // In one step: a run may be ended at any moment.
    writeFileSync(`${this.#file}.new`, JSON.stringify([...this.#kept.values()], null, 1));
    renameSync(`${this.#file}.new`, this.#file);
  }

  /** What is known of all that there are. */
  ofAll(): Kept[] {
    return this.#all.flatMap((trial) => this.#kept.get(keyOf(trial)) ?? []);
  }
}
