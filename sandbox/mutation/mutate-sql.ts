import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { runStep } from "../launcher/run-step.ts";
import type { StageResult } from "../launcher/test-report.ts";
import { startDatabaseServices, templateSandbox } from "../launcher/test-services.ts";
import { EQUIVALENT } from "./sql-equivalents.ts";
import { sqlMutants } from "./sql-mutants.ts";
import { SQL_TARGETS, type SqlTarget } from "./sql-targets.ts";

/** One change to try: `apply` and `restore` are SQL. */
type Trial = {
  target: SqlTarget;
  what: string;
  line: string;
  change: string;
  apply: string;
  restore: string;
};
/** What became of a change; `by` is the test that noticed it. */
type Verdict = { verdict: "killed" | "survived" | "invalid" | "equivalent"; by?: string };
/** A pair of throw-away database and payment sandbox, and what runs Jest on it. */
type Bench = { sql: postgres.Sql; jest: (tests: string[]) => Promise<JestAnswer> };
/** The first test that failed, and what it said; nothing when all passed. */
type JestAnswer = { failed?: string; why?: string };

const WORKERS = 2;
/** A test that a mutant lets wait for ever is ended, and has noticed it. */
const JEST_TIMEOUT_MS = 30_000;

/** A change may make a query of hours; a test that has ended does not end it. */
const STATEMENT_MS = 20_000;

/** Sets something for all connections that are opened to the database from now on. */
const setForDatabase = (sql: postgres.Sql, setting: string) =>
  sql.unsafe(`do $$ begin execute format('alter database %I set ${setting}', current_database()); end $$`);

/**
 * Changes the SQL of checkout, quota, refunds and rights in one place at a time and runs the database tests that must
 * notice, on two throw-away databases. `only` names functions. Writes what happened to each to
 * test-results/sql-mutation.json; a mutant that no test has noticed counts as failed.
 */
export async function mutateSql(options: {
  root: string;
  only: string[];
  log: (line: string) => void;
}): Promise<StageResult> {
  const { root, only, log } = options;
  const template = await templateSandbox(root);
  const services = await Promise.all(
    Array.from({ length: WORKERS }, () => startDatabaseServices(root, template)),
  );
  try {
    const [first] = services;
    const trials = await trialsOf(first?.environment.SANDBOX_DATABASE_URL ?? "", only);
    const benches = services.map(({ environment }, n) => openBench(root, environment, n));
    await Promise.all(benches.map(({ sql }) => setForDatabase(sql, `statement_timeout = ${STATEMENT_MS}`)));
    const files = filesOf(root, [...new Set(trials.map(({ target }) => target))]);
    const callers = await filesByFunction(benches, files, log);
    const waiting = trials.entries();
    const verdicts: (Trial & Verdict)[] = [];
    const keep = () => {
      const kept = verdicts.map(({ target, apply, restore, ...told }) => ({ ...told, target: target.name }));
      writeFileSync(join(root, "test-results", "sql-mutation.json"), JSON.stringify(kept, null, 1));
    };
    const work = async (bench: Bench) => {
      for (const [n, trial] of waiting) {
        const tried = await tryOut(bench, trial, callers.get(trial.what));
        verdicts.push({ ...trial, ...tried });
        keep();
        log(`${n + 1} of ${trials.length}, ${tried.verdict}: ${trial.what}, ${trial.change}`);
      }
    };
    await Promise.all(benches.map(work));
    const survivors = verdicts.filter(({ verdict }) => verdict === "survived");
    for (const { what, line, change } of survivors) console.error(`survived: ${what}: ${line}: ${change}`);
    // What the tried changes have left behind must not have been what the tests noticed.
    const red: string[] = [];
    await forEachFile(benches, files, async (bench, file) => {
      red.push(...(await rednessOf(bench, file)));
    });
    expectNone(red);
    await Promise.all(benches.map(({ sql }) => sql.end()));
    return {
      passed: verdicts.filter(({ verdict }) => verdict === "killed").length,
      failed: survivors.length,
      tests: [],
    };
  } finally {
    await Promise.all(services.map(({ stop }) => stop()));
  }
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

function openBench(root: string, environment: Record<string, string>, n: number): Bench {
  const result = join(root, "test-results", `sql-mutation-${n}.json`);
  const own = (name: string) => join(import.meta.dirname, name);
  const jest = async (tests: string[]): Promise<JestAnswer> => {
    writeFileSync(result, "{}");
    const order = [`--testSequencer=${own("quickest-first.mjs")}`, `--reporters=${own("first-failure.mjs")}`];
    const limits = ["--runInBand", "--bail", "--silent", `--testTimeout=${JEST_TIMEOUT_MS}`];
    await runStep({
      command: process.execPath,
      args: [
        join(root, "node_modules", "jest", "bin", "jest.js"),
        ...["--selectProjects", "database", ...order, ...limits, "--testPathPatterns", ...tests],
      ],
      cwd: root,
      env: { ...environment, MUTATION_RESULT: result },
      logFile: join(root, "test-results", "sql-mutation.log"),
    });
    const { run = 0, ...failure } = JSON.parse(readFileSync(result, "utf8")) as JestAnswer & { run?: number };
    if (run === 0)
      throw new Error(`No test of ${tests.join(", ")} was run: see test-results/sql-mutation.log.`);
    return failure;
  };
  return { sql: postgres(environment.SANDBOX_DATABASE_URL ?? "", { max: 1, onnotice: () => {} }), jest };
}

/** The test files of the targets, by parts of their names. */
function filesOf(root: string, targets: SqlTarget[]): string[] {
  const patterns = [...new Set(targets.flatMap(({ tests }) => tests))];
  const files = globSync(["supabase/tests/**/*.test.ts", "lib/**/*.db.test.ts"], { cwd: root });
  return files.filter((name) => patterns.some((pattern) => name.includes(pattern)));
}

/**
 * Runs each file twice with nothing changed, which must be green: one that is red on a database where it has been would
 * notice every change. Answers which of them call a function. Functions that are written in SQL are left out: PostgreSQL
 * may take their text into a query uncounted.
 */
async function filesByFunction(benches: Bench[], files: string[], log: (line: string) => void) {
  const found = new Map<string, string[]>();
  const red: string[] = [];
  await forEachFile(benches, files, async (bench, file) => {
    const { sql } = bench;
    await setForDatabase(sql, "track_functions = pl");
    await sql`select pg_stat_reset()`;
    const failures = [...(await rednessOf(bench, file)), ...(await rednessOf(bench, file))];
    red.push(...failures);
    if (failures.length > 0) return log(`${file} is red`);
    const called = await sql<{ name: string }[]>`
      select schemaname || '.' || funcname as name from pg_stat_user_functions where calls > 0`;
    for (const { name } of called) found.set(name, [...(found.get(name) ?? []), file]);
    log(`${file} is green with nothing changed, and again`);
  });
  expectNone(red);
  return found;
}

async function forEachFile(
  benches: Bench[],
  files: string[],
  work: (bench: Bench, file: string) => Promise<void>,
) {
  const waiting = files.values();
  const workOn = async (bench: Bench) => {
    for (const file of waiting) await work(bench, file);
  };
  await Promise.all(benches.map(workOn));
}

/** Says of a file that is red with nothing changed what has failed. */
async function rednessOf({ jest }: Bench, file: string): Promise<string[]> {
  const { failed, why = "" } = await jest([file]);
  return failed ? [`${file} is red with nothing changed: ${failed}\n${why}`] : [];
}

function expectNone(red: string[]) {
  if (red.length > 0) throw new Error(red.join("\n"));
}

/** Tries the files that call the function first, then all of the target: a call may have been counted too late. */
async function tryOut({ sql, jest }: Bench, trial: Trial, callers?: string[]): Promise<Verdict> {
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
    const noticed = callers && (await jest(callers)).failed;
    const failed = noticed ?? (await jest(trial.target.tests)).failed;
    return failed ? { verdict: "killed", by: failed } : { verdict: "survived" };
  } finally {
    await sql.unsafe(trial.restore);
  }
}
