import { existsSync, globSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { seeded, shuffle } from "../builders/random.ts";
import { templateSandbox } from "../launcher/test-services.ts";
import type { MutationResult } from "./mutate-code.ts";
import { type Bench, setForDatabase, startBench } from "./sql-bench.ts";
import { EQUIVALENT } from "./sql-equivalents.ts";
import { sqlMutants } from "./sql-mutants.ts";
import { SQL_TARGETS, type SqlTarget } from "./sql-targets.ts";

/** A change of a function or policy. */
type Change = {
  /** The function with its schema, or the policy. */
  what: string;
  /** The text of the changed line. */
  line: string;
  /** "before → after". */
  change: string;
  /** Number of the change within the same line and text, from 1. */
  nth: number;
};
/** The result of a change. `by` is the test that detected it, `file` its file. */
type Verdict = {
  verdict: "killed" | "survived" | "invalid" | "equivalent";
  by?: string;
  file?: string;
};
type Kept = Change & Verdict & { target: string };

/** What a run adds to earlier results: survivors, or what wasn't tried. */
const AGAIN = ["survivors", "left"] as const;

const keyOf = ({ what, line, change, nth }: Change) => [what, line, change, nth].join("\n");

/** The results of all runs. */
class SqlResults<Trial extends Change> {
  readonly #file: string;
  readonly #all: Trial[];
  readonly #kept: Map<string, Kept>;
  /** What this run tries. */
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

  /** Stores the results of some changes and keeps the others. */
  keep(tried: Kept[]): void {
    for (const one of tried) this.#kept.set(keyOf(one), one);
    // Atomically, because a run may be ended at any time.
    writeFileSync(`${this.#file}.new`, JSON.stringify([...this.#kept.values()], null, 1));
    renameSync(`${this.#file}.new`, this.#file);
  }

  /** All known results. */
  ofAll(): Kept[] {
    return this.#all.flatMap((trial) => this.#kept.get(keyOf(trial)) ?? []);
  }
}

/** One change to try: `apply` and `restore` are SQL. `isAlone`: nothing else has been tried on its database. */
type Trial = Change & {
  target: SqlTarget;
  apply: string;
  restore: string;
  isAlone?: boolean;
};

const WORKERS = 2;
/** A change's effects on a database may fail the tests of later ones, so the database is replaced after this many. */
const ROUND = 20;

/**
 * Mutates the SQL of checkout, quota, refunds and rights in one place at a time and runs the database tests that must
 * fail, on throwaway databases, two at once. `only` names functions. `survivors` retries what no test detected,
 * `left` continues a run that was ended. Results are stored in test-results/sql-mutation.json and returned
 * for all that were tried. A survivor counts as failed.
 */
export async function mutateSql(options: {
  root: string;
  only: string[];
  /** The order of the changes, random so that an ended run is representative. */
  seed: number;
  log: (line: string) => void;
}): Promise<MutationResult> {
  const { root, only, seed, log } = options;
  const template = await templateSandbox(root);
  const again = AGAIN.find((name) => only.includes(name));
  const names = only.filter((name) => name !== again);
  const all = await onBenches(root, template, ([bench]) => listTrials(bench?.databaseUrl ?? "", names));
  const file = join(root, "test-results", "sql-mutation.json");
  const results = new SqlResults(file, all, { again, isWhole: names.length === 0 });
  const { trials } = results;
  const files = filesOf(root, [...new Set(trials.map(({ target }) => target))]);
  const callers = await onBenches(root, template, (benches) => filesByFunction(benches, files, log));
  const waiting = shuffle(roundsOf(trials), seeded(seed));
  let count = 0;
  const keep = (tried: (Trial & Verdict)[]) => {
    results.keep(
      tried.map(({ target, apply, restore, isAlone, ...told }) => ({ ...told, target: target.name })),
    );
    for (const { what, change, verdict } of tried) log(`${verdict}: ${what}, ${change}`);
    count += tried.length;
    log(`${count} of ${trials.length}`);
  };
  const work = async (_: unknown, n: number) => {
    for (let round = waiting.shift(); round; round = waiting.shift()) {
      const bench = await startBench(root, template, n);
      try {
        const tried = await tryRound(root, bench, round, callers);
        keep(tried.sure);
        waiting.unshift(...tried.unsure.map((trial) => [{ ...trial, isAlone: true }]));
      } finally {
        await bench.stop();
      }
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  const verdicts = results.ofAll();
  const survivors = verdicts.filter(({ verdict }) => verdict === "survived");
  for (const { what, line, change } of survivors) console.error(`survived: ${what}: ${line}: ${change}`);
  return {
    passed: verdicts.filter(({ verdict }) => verdict === "killed").length,
    failed: survivors.length,
  };
}

/** Adjacent changes are tried together, because the same files detect them. */
function roundsOf(trials: Trial[]): Trial[][] {
  const beginnings = trials.flatMap((_, n) => (n % ROUND === 0 ? [n] : []));
  return beginnings.map((n) => trials.slice(n, n + ROUND));
}

/** Runs work on new benches and closes them. */
async function onBenches<Result>(
  root: string,
  template: string,
  work: (benches: Bench[]) => Promise<Result>,
): Promise<Result> {
  const benches = await Promise.all(Array.from({ length: WORKERS }, (_, n) => startBench(root, template, n)));
  try {
    return await work(benches);
  } finally {
    await Promise.all(benches.map(({ stop }) => stop()));
  }
}

/**
 * Tries changes in sequence. Then each file that detected one must pass without a change. What a failing one
 * detected may be a leftover of an earlier change, so it is tried again on its own database.
 */
async function tryRound(root: string, bench: Bench, round: Trial[], callers: Map<string, string[]>) {
  const tried: (Trial & Verdict)[] = [];
  for (const trial of round) {
    const files = filesOf(root, [trial.target]);
    const calling = files.filter((file) => callers.get(trial.what)?.includes(file));
    tried.push({ ...trial, ...(await tryOut(bench, trial, calling.length > 0 ? calling : files)) });
  }
  if (round.every(({ isAlone }) => isAlone)) return { sure: tried, unsure: [] };
  const red: string[] = [];
  for (const file of new Set(tried.flatMap((trial) => trial.file ?? [])))
    if ((await bench.jest([file])).failed) red.push(file);
  const isSure = ({ file = "" }: Verdict) => !red.includes(file);
  const unsure = round.filter((_, n) => !isSure(tried[n] ?? { verdict: "invalid" }));
  return { sure: tried.filter(isSure), unsure };
}

async function listTrials(databaseUrl: string, only: string[]): Promise<Trial[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const trials: Trial[] = [];
  const known = [...SQL_TARGETS.flatMap(({ functions }) => functions), "policies"];
  for (const name of only) if (!known.includes(name)) throw new Error(`No target has ${name}.`);
  for (const target of SQL_TARGETS) {
    for (const what of target.functions.filter((name) => only.length === 0 || only.includes(name))) {
      const rows = await sql<{ definition: string }[]>`
        select pg_get_functiondef(p.oid) as definition from pg_proc p
        where p.oid::regproc::text = any(${[what, what.replace("public.", "")]}::text[])`;
      if (rows.length !== 1) throw new Error(`There is no one function ${what}.`);
      const restore = rows[0]?.definition ?? "";
      const seen = new Map<string, number>();
      for (const { line: number, change, definition } of sqlMutants(restore)) {
        const line = restore.split("\n")[number - 1]?.trim() ?? "";
        const nth = (seen.get(line + change) ?? 0) + 1;
        seen.set(line + change, nth);
        trials.push({ target, what, line, change, nth, apply: definition, restore });
      }
    }
    if (target.hasPolicies && (only.length === 0 || only.includes("policies")))
      trials.push(...(await policyTrials(sql, target)));
  }
  await sql.end();
  return trials;
}

/** Opens each row policy to every row. */
async function policyTrials(sql: postgres.Sql, target: SqlTarget): Promise<Trial[]> {
  const policies = await sql<{ name: string; table: string; condition: string }[]>`
    select quote_ident(policyname) as name, format('%I.%I', schemaname, tablename) as table, qual as condition
    from pg_policies where schemaname = 'public' and qual is not null and qual <> 'true' order by 2, 1`;
  return policies.map(({ name, table, condition }) => ({
    target,
    what: `policy ${name} of ${table}`,
    line: condition,
    change: `${condition.replaceAll(/\s+/g, " ")} → true`,
    nth: 1,
    apply: `alter policy ${name} on ${table} using (true)`,
    restore: `alter policy ${name} on ${table} using (${condition})`,
  }));
}

/** The test files of the targets, by parts of their names. */
function filesOf(root: string, targets: SqlTarget[]): string[] {
  const patterns = [...new Set(targets.flatMap(({ tests }) => tests))];
  const files = globSync(["supabase/tests/**/*.test.ts", "lib/**/*.db.test.ts"], { cwd: root });
  // The gate must detect it. Files of the full suite take too long for each change.
  const ofTheGate = files.filter((name) => !/\.(money|access|sql)\./.test(name));
  return ofTheGate.filter((name) => patterns.some((pattern) => name.includes(pattern)));
}

/**
 * Runs each file without a change, which must pass: a failing one would detect every change. Returns which of them
 * call a function. SQL-language functions are left out, because PostgreSQL may inline them uncounted.
 */
async function filesByFunction(benches: Bench[], files: string[], log: (line: string) => void) {
  const found = new Map<string, string[]>();
  const red: string[] = [];
  const waiting = files.values();
  const work = async ({ sql, jest }: Bench) => {
    await setForDatabase(sql, "track_functions = pl");
    await endOthers(sql);
    for (const file of waiting) {
      await sql`select pg_stat_reset()`;
      const { failed, why = "" } = await jest([file]);
      if (failed) red.push(`${file} is red with nothing changed: ${failed}\n${why}`);
      await endOthers(sql);
      const called = await sql<{ name: string }[]>`
        select schemaname || '.' || funcname as name from pg_stat_user_functions where calls > 0`;
      for (const { name } of called) found.set(name, [...(found.get(name) ?? []), file]);
      log(`${file} is ${failed ? "red" : "green"} with nothing changed`);
    }
  };
  await Promise.all(benches.map(work));
  if (red.length > 0) throw new Error(red.join("\n"));
  return found;
}

/** Ends all other connections to the database, which flushes their call counts. */
async function endOthers(sql: postgres.Sql): Promise<void> {
  for (let times = 0; times < 500; times++) {
    const others = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
    if (others.length === 0) return;
    await wait(20);
  }
  throw new Error("Something connects to the database again and again.");
}

/** Tries the files that call the function, or all of the target's if none is known. */
async function tryOut({ sql, jest }: Bench, trial: Trial, files: string[]): Promise<Verdict> {
  const isEquivalent = EQUIVALENT.some(
    (known) =>
      known.function === trial.what && known.line === trial.line && known.changes.includes(trial.change),
  );
  if (isEquivalent) return { verdict: "equivalent" };
  try {
    await sql.unsafe(trial.apply);
  } catch {
    return { verdict: "invalid" };
  }
  try {
    const { failed, file } = await jest(files);
    return failed ? { verdict: "killed", by: failed, ...(file ? { file } : {}) } : { verdict: "survived" };
  } finally {
    await sql.unsafe(trial.restore);
  }
}
