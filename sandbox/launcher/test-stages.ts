import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { generateTypes } from "../postgres/generate-types.ts";
import type { CpuTime } from "./cpu-time.ts";
import { sandboxEnvironment } from "./environment.ts";
import { readPorts } from "./ports.ts";
import { runStep } from "./run-step.ts";
import { stopSignal } from "./stop-signal.ts";
import { checkResult, jestResult, playwrightResult, type StageResult } from "./test-report.ts";
import { NO_SETTINGS, type TestServices } from "./test-services.ts";

export type RunnerOptions = {
  root: string;
  /** Further arguments of the test runners: a file name, -t "a title". */
  rest: string[];
  /** Print as it goes, instead of into a file for each stage. */
  isAlone: boolean;
  /** Variables of every test process. */
  env: Record<string, string>;
  cpu: CpuTime;
  log: (line: string) => void;
};

/** Creates the stages of a run, and keeps the services that they have started; `stop` ends those. */
export function createRunner({ root, rest, isAlone, env: common, cpu, log }: RunnerOptions) {
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
    cpu.charge("services");
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
    cpu.charge(name);
    if (logFile && code !== 0) console.error(readFileSync(logFile, "utf8"));
    return code;
  };
  const node = (name: string, script: string, args: string[], env: Record<string, string> = {}) =>
    step(name, process.execPath, [script, ...args], env);
  const jest = async (
    project: "unit" | "database" | "api",
    { environment }: Pick<TestServices, "environment">,
    own: string[] = [],
  ): Promise<StageResult> => {
    const file = join(results, `${project}.json`);
    const args = ["--selectProjects", project, "--json", `--outputFile=${file}`, "--passWithNoTests"];
    // API tests share one product, so their files run one after the other.
    if (project === "api") args.push("--runInBand");
    const code = await node(project, bin("jest", "bin", "jest.js"), [...args, ...own, ...rest], environment);
    return jestResult(root, JSON.parse(readFileSync(file, "utf8")), code);
  };

  return {
    keep,
    stop,
    jest,
    lint: async () => checkResult(await step("lint", bin(".bin", "biome"), ["ci", "--colors=off", "."])),
    unused: async () => checkResult(await node("unused", bin("knip", "bin", "knip.js"), [])),
    types: async () => {
      // The types of the routes first: reads the configuration as a build does, which must name the public address.
      const settings = sandboxEnvironment(readPorts(NO_SETTINGS), NO_SETTINGS);
      const routes = await node("types", bin("next", "dist", "bin", "next"), ["typegen"], settings);
      if (routes !== 0) return checkResult(routes);
      // The compiler written in Go takes less CPU time than the one that the build uses, least of all on one thread.
      const compiler = bin("typescript-7", "bin", "tsc");
      // Saving its state for the next check takes a quarter of the time, and CI never uses it.
      const kept = process.env.CI
        ? ["--incremental", "false"]
        : ["--incremental", "--tsBuildInfoFile", join(root, ".local", "types.tsbuildinfo")];
      // Collects garbage less often: a fifth less time, and still less memory than the build.
      const environment = { GOGC: "400" };
      return checkResult(
        await node("types", compiler, ["--noEmit", "--singleThreaded", ...kept], environment),
      );
    },
    /** Unit tests run in an order drawn by the seed: none may depend on the one before it. `options` are Jest's. */
    unit: (options: string[] = []) =>
      jest("unit", { environment: {} }, ["--randomize", `--seed=${common.TEST_SEED}`, ...options]),
    /** Fails when the generated types aren't those of this database. */
    databaseTypes: async ({ environment }: TestServices) => {
      const types = await generateTypes(environment.SANDBOX_DATABASE_URL ?? "");
      const isCurrent = types === readFileSync(join(root, "lib/supabase/database.types.ts"), "utf8");
      if (!isCurrent)
        console.error("lib/supabase/database.types.ts is not up to date: run `npm run db:types`.");
      return checkResult(isCurrent ? 0 : 1);
    },
    browser: async ({ environment }: TestServices) => {
      const args = ["test", ...(rest.length > 0 ? ["--pass-with-no-tests"] : []), ...rest];
      const code = await node("browser", bin("playwright", "cli.js"), args, environment);
      return playwrightResult(JSON.parse(readFileSync(join(results, "browser.json"), "utf8")), code);
    },
  };
}
