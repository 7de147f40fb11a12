import { writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { runStep } from "../launcher/run-step.ts";
import type { StageResult } from "../launcher/test-report.ts";
import { startDatabaseServices, templateSandbox } from "../launcher/test-services.ts";
import { sqlMutants } from "./sql-mutants.ts";
import { EQUIVALENT, SQL_TARGETS, type SqlTarget } from "./sql-targets.ts";

/** One change to try: `apply` and `restore` are SQL. */
type Trial = {
  target: SqlTarget;
  what: string;
  line: string;
  change: string;
  apply: string;
  restore: string;
};
type Verdict = "killed" | "survived" | "invalid" | "equivalent";

const WORKERS = 2;
/** A test that a mutant lets wait for ever is ended, and has noticed it. */
const JEST_TIMEOUT_MS = 60_000;

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
    const waiting = trials.entries();
    const verdicts: (Trial & { verdict: Verdict })[] = [];
    const work = async (environment: Record<string, string>) => {
      const sql = postgres(environment.SANDBOX_DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
      for (const [n, trial] of waiting) {
        const verdict = await tryOut(root, sql, environment, trial);
        verdicts.push({ ...trial, verdict });
        log(`${n + 1} of ${trials.length}, ${verdict}: ${trial.what}, ${trial.change}`);
      }
      await sql.end();
    };
    await Promise.all(services.map(({ environment }) => work(environment)));
    const kept = verdicts.map(({ target, apply, restore, ...told }) => ({ ...told, target: target.name }));
    writeFileSync(join(root, "test-results", "sql-mutation.json"), JSON.stringify(kept, null, 1));
    const survivors = verdicts.filter(({ verdict }) => verdict === "survived");
    for (const { what, line, change } of survivors) console.error(`survived: ${what}: ${line}: ${change}`);
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

async function tryOut(
  root: string,
  sql: postgres.Sql,
  environment: Record<string, string>,
  trial: Trial,
): Promise<Verdict> {
  const isEquivalent = EQUIVALENT.some(
    (known) => known.function === trial.what && known.line === trial.line && known.change === trial.change,
  );
  if (isEquivalent) return "equivalent";
  try {
    await sql.unsafe(trial.apply);
  } catch {
    return "invalid";
  }
  try {
    const jest = join(root, "node_modules", "jest", "bin", "jest.js");
    const args = [jest, "--selectProjects", "database", "--runInBand", "--bail", "--silent"];
    const timeout = [`--testTimeout=${JEST_TIMEOUT_MS}`, "--testPathPatterns", ...trial.target.tests];
    const logFile = join(root, "test-results", "sql-mutation.log");
    const code = await runStep({
      command: process.execPath,
      args: [...args, ...timeout],
      cwd: root,
      env: environment,
      logFile,
    });
    return code === 0 ? "survived" : "killed";
  } finally {
    await sql.unsafe(trial.restore);
  }
}
