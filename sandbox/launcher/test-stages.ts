import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { generateTypes } from "../postgres/generate-types.ts";
import { sandboxEnvironment } from "./environment.ts";
import { readPorts } from "./ports.ts";
import { runStep } from "./run-step.ts";
import { stopSignal } from "./stop-signal.ts";
import { checkResult, jestResult, playwrightResult, together } from "./test-report.ts";
import { NO_SETTINGS, startDatabaseServices, type TestServices } from "./test-services.ts";

export type RunnerOptions = {
  root: string;
  /** Further arguments of the test runners: a file name, -t "a title". */
  rest: string[];
  /** Print as it goes, instead of into a file for each stage. */
  isAlone: boolean;
  /** Variables of every test process. */
  env: Record<string, string>;
  log: (line: string) => void;
};

/** At full size these send 500 calls at once, and meanwhile the product tells everybody else to come back in a minute. */
const CROWDED = "(checkout|quota)\\.api";

/** Makes the stages of a run, and keeps the services that they have started; `stop` ends those. */
export function createRunner({ root, rest, isAlone, env: common, log }: RunnerOptions) {
  const bin = (...parts: string[]) => join(root, "node_modules", ...parts);
  const results = join(root, "test-results");
  mkdirSync(results, { recursive: true });

  const services: TestServices[] = [];
  const keep = (started: TestServices): TestServices => {
    services.push(started);
    return started;
  };
  const stop = async () => {
    await Promise.all(services.splice(0).map((started) => started.stop()));
  };
  void stopSignal().then(async (reason) => {
    log(`Stopping (${reason}) …`);
    await stop();
    process.exit(1);
  });

  const step = async (name: string, command: string, args: string[], env: Record<string, string> = {}) => {
    const logFile = isAlone ? undefined : join(results, `${name}.log`);
    if (logFile) rmSync(logFile, { force: true });
    const code = await runStep({ command, args, cwd: root, env: { ...common, ...env }, logFile });
    if (logFile && code !== 0) console.error(readFileSync(logFile, "utf8"));
    return code;
  };
  const node = (name: string, script: string, args: string[], env: Record<string, string> = {}) =>
    step(name, process.execPath, [script, ...args], env);
  const jest = async (project: string, env: Record<string, string> = {}, own: string[] = []) => {
    const file = join(results, `${project}.json`);
    const args = ["--selectProjects", project, "--json", `--outputFile=${file}`, "--passWithNoTests"];
    const code = await node(project, bin("jest", "bin", "jest.js"), [...args, ...own, ...rest], env);
    return jestResult(JSON.parse(readFileSync(file, "utf8")), code);
  };

  return {
    keep,
    stop,
    lint: async () => checkResult(await step("lint", bin(".bin", "biome"), ["ci", "--colors=off", "."])),
    unused: async () => checkResult(await node("unused", bin("knip", "bin", "knip.js"), [])),
    /** Writes the types of the routes, which types and the build would otherwise write at the same time. */
    routeTypes: () => {
      // Reads the configuration as a build does, which must name the public address.
      const settings = sandboxEnvironment(readPorts(NO_SETTINGS), NO_SETTINGS);
      return node("route-types", bin("next", "dist", "bin", "next"), ["typegen"], settings);
    },
    types: async () => {
      // Written in Go: half a minute of processor time less. The build and the tools still ask the one written in JavaScript.
      const compiler = bin("typescript-7", "bin", "tsc");
      const kept = ["--incremental", "--tsBuildInfoFile", join(root, ".local", "types.tsbuildinfo")];
      return checkResult(await node("types", compiler, ["--noEmit", ...kept]));
    },
    // No test of a rule may lean on the one before it: they run in an order that the seed draws.
    unit: () => jest("unit", {}, common.TEST_SEED ? ["--randomize", `--seed=${common.TEST_SEED}`] : []),
    lifecycle: () => jest("lifecycle"),
    database: async (template: string) => {
      const { environment, stop: end } = keep(await startDatabaseServices(root, template));
      const types = await generateTypes(environment.SANDBOX_DATABASE_URL ?? "");
      const hasDrifted = types !== readFileSync(join(root, "lib/supabase/database.types.ts"), "utf8");
      if (hasDrifted)
        console.error("lib/supabase/database.types.ts is not up to date: run `npm run db:types`.");
      const result = together(checkResult(hasDrifted ? 1 : 0), await jest("database", environment));
      await end();
      return result;
    },
    api: async ({ environment }: TestServices) => {
      // Much of an API test is waiting: a third worker uses what the two of the database tests leave.
      const run = (workers: number, ...files: string[]) =>
        jest("api", environment, [`--maxWorkers=${workers}`, ...files]);
      if (common.TEST_SIZE !== "hard" || rest.length > 0) return run(3);
      return together(await run(1, `e2e/api/${CROWDED}`), await run(3, `e2e/api/(?!${CROWDED})`));
    },
    browser: async ({ environment }: TestServices) => {
      const args = ["test", ...(rest.length > 0 ? ["--pass-with-no-tests"] : []), ...rest];
      const code = await node("browser", bin("playwright", "cli.js"), args, environment);
      return playwrightResult(JSON.parse(readFileSync(join(results, "browser.json"), "utf8")), code);
    },
  };
}
