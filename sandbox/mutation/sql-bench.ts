import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { runStep } from "../launcher/child-process.ts";
import { startDatabaseServices } from "../launcher/test-services.ts";

/** The first failed test with its file and error. Empty if all tests passed. */
export type JestAnswer = { failed?: string; file?: string; why?: string };
/** A throwaway database and payment sandbox to run Jest against. */
export type Bench = {
  sql: postgres.Sql;
  databaseUrl: string;
  /** Runs the test files whose names contain one of these parts, until one fails. Throws if no file matches. */
  jest: (tests: string[]) => Promise<JestAnswer>;
  stop: () => Promise<void>;
};

/** A test that hangs because of a mutant is stopped and counts as detecting it. */
const JEST_TIMEOUT_MS = 15_000;

/** A mutant may make a query run for hours, even after its test has ended. */
const STATEMENT_MS = 20_000;

/** Sets a database parameter for all future connections. */
export const setForDatabase = (sql: postgres.Sql, setting: string) =>
  sql.unsafe(`do $$ begin execute format('alter database %I set ${setting}', current_database()); end $$`);

/** Starts separate services with the template's data. `n` numbers the benches that run in parallel. */
export async function startBench(root: string, template: string, n: number): Promise<Bench> {
  const { environment, stop } = await startDatabaseServices(root, template, 1);
  const databaseUrl = environment.SANDBOX_DATABASE_URL ?? "";
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await setForDatabase(sql, `statement_timeout = ${STATEMENT_MS}`);
  return {
    sql,
    databaseUrl,
    jest: (tests) => runJest(root, environment, n, tests),
    stop: async () => {
      await sql.end();
      await stop();
    },
  };
}

async function runJest(
  root: string,
  environment: Record<string, string>,
  n: number,
  tests: string[],
): Promise<JestAnswer> {
  const result = join(root, "test-results", `sql-mutation-${n}.json`);
  const own = (name: string) => join(import.meta.dirname, name);
  const order = [`--testSequencer=${own("likeliest-first.mjs")}`, `--reporters=${own("first-failure.mjs")}`];
  const limits = ["--runInBand", "--bail", "--silent", `--testTimeout=${JEST_TIMEOUT_MS}`];
  writeFileSync(result, "{}");
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
  const { run = 0, ...answer } = JSON.parse(readFileSync(result, "utf8")) as JestAnswer & { run?: number };
  if (run === 0)
    throw new Error(`No test of ${tests.join(", ")} was run: see test-results/sql-mutation.log.`);
  return answer;
}
