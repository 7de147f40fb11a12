import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import type { StageResult } from "../launcher/test-report.ts";
import { templateSandbox } from "../launcher/test-services.ts";
import { type Bench, setForDatabase, startBench } from "./sql-bench.ts";
import { EQUIVALENT } from "./sql-equivalents.ts";
import { sqlMutants } from "./sql-mutants.ts";
import { SQL_TARGETS, type SqlTarget } from "./sql-targets.ts";

/** One change to try: `apply` and `restore` are SQL. `isAlone`: nothing else has been tried on its database. */
type Trial = {
  target: SqlTarget;
  what: string;
  line: string;
  change: string;
  apply: string;
  restore: string;
  isAlone?: boolean;
};
/** What became of a change; `by` is the test that noticed it, `file` its file. */
type Verdict = { verdict: "killed" | "survived" | "invalid" | "equivalent"; by?: string; file?: string };

const WORKERS = 2;
/** What a change has done to a database may be noticed by the tests of the next ones: after so many it is a new one. */
const ROUND = 20;

/**
 * Changes the SQL of checkout, quota, refunds and rights in one place at a time and runs the database tests that must
 * notice, on throw-away databases, two at once. `only` names functions; `survivors` stands for what no test has noticed the
 * last time. Writes what happened to each to test-results/sql-mutation.json; a mutant that no test has noticed counts as
 * failed.
 */
export async function mutateSql(options: {
  root: string;
  only: string[];
  log: (line: string) => void;
}): Promise<StageResult> {
  const { root, only, log } = options;
  const template = await templateSandbox(root);
  const results = join(root, "test-results", "sql-mutation.json");
  const names = only.filter((name) => name !== "survivors");
  const all = await onBenches(root, template, ([bench]) => trialsOf(bench?.databaseUrl ?? "", names));
  const trials = only.includes("survivors") ? survivorsOf(results, all) : all;
  const files = filesOf(root, [...new Set(trials.map(({ target }) => target))]);
  const callers = await onBenches(root, template, (benches) => filesByFunction(benches, files, log));
  const waiting = [...trials];
  const verdicts: (Trial & Verdict)[] = [];
  const keep = (tried: (Trial & Verdict)[]) => {
    verdicts.push(...tried);
    const kept = verdicts.map(({ target, apply, restore, ...told }) => ({ ...told, target: target.name }));
    writeFileSync(results, JSON.stringify(kept, null, 1));
    for (const { what, change, verdict } of tried) log(`${verdict}: ${what}, ${change}`);
    log(`${verdicts.length} of ${trials.length}`);
  };
  const work = async (_: unknown, n: number) => {
    while (waiting.length > 0) {
      const round = waiting.splice(0, waiting[0]?.isAlone ? 1 : ROUND);
      const bench = await startBench(root, template, n);
      try {
        const tried = await tryRound(root, bench, round, callers);
        keep(tried.sure);
        waiting.unshift(...tried.unsure);
      } finally {
        await bench.stop();
      }
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  const survivors = verdicts.filter(({ verdict }) => verdict === "survived");
  for (const { what, line, change } of survivors) console.error(`survived: ${what}: ${line}: ${change}`);
  return {
    passed: verdicts.filter(({ verdict }) => verdict === "killed").length,
    failed: survivors.length,
    tests: [],
  };
}

/** Those of the trials that no test had noticed, by the results of a run. */
function survivorsOf(results: string, trials: Trial[]): Trial[] {
  type Change = Pick<Trial, "what" | "line" | "change">;
  const former: (Change & Verdict)[] = JSON.parse(readFileSync(results, "utf8"));
  const key = ({ what, line, change }: Change) => [what, line, change].join("\n");
  const survived = new Set(former.filter(({ verdict }) => verdict === "survived").map(key));
  return trials.filter((trial) => survived.has(key(trial)));
}

/** Does something on new benches, and ends them. */
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
 * Tries changes one after the other. Then each file that noticed one must be green with nothing changed: what a red one
 * noticed may have been what an earlier change left behind, and is to be tried again on a database of its own.
 */
async function tryRound(root: string, bench: Bench, round: Trial[], callers: Map<string, string[]>) {
  const tried: (Trial & Verdict)[] = [];
  for (const trial of round) {
    const files = filesOf(root, [trial.target]);
    const likeliest = files.filter((file) => callers.get(trial.what)?.includes(file));
    const others = files.filter((file) => !likeliest.includes(file));
    tried.push({ ...trial, ...(await tryOut(bench, trial, [likeliest, others])) });
  }
  if (round.every(({ isAlone }) => isAlone)) return { sure: tried, unsure: [] };
  const red: string[] = [];
  for (const file of new Set(tried.flatMap((trial) => trial.file ?? [])))
    if ((await bench.jest([file])).failed) red.push(file);
  const isSure = ({ file = "" }: Verdict) => !red.includes(file);
  const unsure = round.filter((_, n) => !isSure(tried[n] ?? { verdict: "invalid" }));
  return { sure: tried.filter(isSure), unsure: unsure.map((trial) => ({ ...trial, isAlone: true })) };
}

async function trialsOf(databaseUrl: string, only: string[]): Promise<Trial[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const trials: Trial[] = [];
  for (const target of SQL_TARGETS) {
    for (const what of target.functions.filter((name) => only.length === 0 || only.includes(name))) {
      const rows = await sql<{ definition: string }[]>`
        select pg_get_functiondef(p.oid) as definition from pg_proc p
        where p.oid::regproc::text = any(${[what, what.replace("public.", "")]}::text[])`;
      if (rows.length !== 1) throw new Error(`There is no one function ${what}.`);
      const restore = rows[0]?.definition ?? "";
      for (const { line, change, definition } of sqlMutants(restore)) {
        const text = restore.split("\n")[line - 1]?.trim() ?? "";
        trials.push({ target, what, line: text, change, apply: definition, restore });
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
    apply: `alter policy ${name} on ${table} using (true)`,
    restore: `alter policy ${name} on ${table} using (${condition})`,
  }));
}

/** The test files of the targets, by parts of their names. */
function filesOf(root: string, targets: SqlTarget[]): string[] {
  const patterns = [...new Set(targets.flatMap(({ tests }) => tests))];
  const files = globSync(["supabase/tests/**/*.test.ts", "lib/**/*.db.test.ts"], { cwd: root });
  return files.filter((name) => patterns.some((pattern) => name.includes(pattern)));
}

/**
 * Runs each file with nothing changed, which must be green: a red one would notice every change. Answers which of them
 * call a function. Functions that are written in SQL are left out: PostgreSQL may take their text into a query uncounted.
 */
async function filesByFunction(benches: Bench[], files: string[], log: (line: string) => void) {
  const found = new Map<string, string[]>();
  const red: string[] = [];
  const waiting = files.values();
  const work = async ({ sql, jest }: Bench) => {
    await setForDatabase(sql, "track_functions = pl");
    for (const file of waiting) {
      await sql`select pg_stat_reset()`;
      const { failed, why = "" } = await jest([file]);
      if (failed) red.push(`${file} is red with nothing changed: ${failed}\n${why}`);
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

/** Tries the target's files that call the function first, then its others, for a call may have been counted too late. */
async function tryOut({ sql, jest }: Bench, trial: Trial, tests: string[][]): Promise<Verdict> {
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
    for (const files of tests.filter(({ length }) => length > 0)) {
      const { failed, file } = await jest(files);
      if (failed) return { verdict: "killed", by: failed, ...(file ? { file } : {}) };
    }
    return { verdict: "survived" };
  } finally {
    await sql.unsafe(trial.restore);
  }
}
