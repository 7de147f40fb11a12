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

/** A mutation of a function or policy. */
type Change = {
  /** The function with its schema, or the policy. */
  what: string;
  /** The text of the changed line. */
  line: string;
  /** "before → after". */
  change: string;
  /** Index, from 1, among identical changes in the same line. */
  nth: number;
};
/** The result of a mutation, with the test that detected it (`by`) and that test's file. */
type Verdict = {
  verdict: "killed" | "survived" | "invalid" | "equivalent";
  by?: string;
  file?: string;
};
type Kept = Change & Verdict & { target: string };

/** Which mutants a repeated run tries: earlier survivors, or those not yet tried. */
const AGAIN = ["survivors", "left"] as const;

const keyOf = ({ what, line, change, nth }: Change) => [what, line, change, nth].join("\n");

/** The results of all runs. */
class SqlResults<Trial extends Change> {
  readonly #file: string;
  readonly #all: Trial[];
  readonly #kept: Map<string, Kept>;
  /** The mutants that this run tries. */
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

  /** Stores the results of some mutants and keeps the others. */
  keep(tried: Kept[]): void {
    for (const one of tried) this.#kept.set(keyOf(one), one);
    // Writes atomically, because a run may be stopped at any time.
    writeFileSync(`${this.#file}.new`, JSON.stringify([...this.#kept.values()], null, 1));
    renameSync(`${this.#file}.new`, this.#file);
  }

  /** Returns all known results. */
  ofAll(): Kept[] {
    return this.#all.flatMap((trial) => this.#kept.get(keyOf(trial)) ?? []);
  }
}

/**
 * One mutant to try. `apply` and `restore` are SQL. `isAlone` means that no other mutant has been tried on its
 * database.
 */
type Trial = Change & {
  target: SqlTarget;
  apply: string;
  restore: string;
  isAlone?: boolean;
};

const WORKERS = 2;
/** A mutant's effects on a database may fail later tests, so the database is replaced after this many. */
const ROUND = 20;

/**
 * Mutates the SQL of checkout, quota, refunds and rights in one place at a time and runs the database tests that must
 * fail, on two throwaway databases at once. `only` names functions. `survivors` retries undetected mutants, `left`
 * continues a stopped run. Stores the results in test-results/sql-mutation.json and returns those of all mutants
 * tried. A survivor counts as failed.
 */
export async function mutateSql(options: {
  root: string;
  only: string[];
  /** Seed of the random order, which makes a stopped run representative. */
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

/** Groups adjacent mutants, because the same files detect them. */
function roundsOf(trials: Trial[]): Trial[][] {
  const beginnings = trials.flatMap((_, n) => (n % ROUND === 0 ? [n] : []));
  return beginnings.map((n) => trials.slice(n, n + ROUND));
}

/** Runs `work` on new benches and closes them. */
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
 * Tries mutants in sequence, then runs each file that detected one without a mutant. If the file still fails, its
 * detections may come from an earlier mutant's side effects, so those mutants are tried again on their own database.
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

/** Returns a mutant for each row policy that makes it allow every row. */
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

/** Returns the targets' test files, which are given by parts of their names. */
function filesOf(root: string, targets: SqlTarget[]): string[] {
  const patterns = [...new Set(targets.flatMap(({ tests }) => tests))];
  const files = globSync(["supabase/tests/**/*.test.ts", "lib/**/*.db.test.ts"], { cwd: root });
  // The gate must detect each mutant. Files of the full suite take too long for that.
  const ofTheGate = files.filter((name) => !/\.(money|access|sql)\./.test(name));
  return ofTheGate.filter((name) => patterns.some((pattern) => name.includes(pattern)));
}

/**
 * Runs each file without a mutant. Every file must pass, since a failing one would detect every mutant. Returns which
 * files call each function. SQL-language functions are left out, because PostgreSQL may inline them uncounted.
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

/** Closes all other connections to the database, which flushes their call counts. */
async function endOthers(sql: postgres.Sql): Promise<void> {
  for (let times = 0; times < 500; times++) {
    const others = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
    if (others.length === 0) return;
    await wait(20);
  }
  throw new Error("Something connects to the database again and again.");
}

/** Tries the files that call the function, or all of the target's files if none is known to. */
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
