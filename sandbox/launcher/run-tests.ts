import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { generateTypes } from "../postgres/write-types.ts";
import { runStep, stopSignal } from "./child-process.ts";
import { requireChromium } from "./chromium.ts";
import { sandboxEnvironment } from "./environment.ts";
import { readPorts } from "./ports.ts";
import { createProgress } from "./progress.ts";
import {
  CpuTime,
  checkResult,
  jestResult,
  type Outcome,
  playwrightResult,
  type StageResult,
  summary,
  together,
} from "./test-report.ts";
import {
  buildForTests,
  NO_SETTINGS,
  startDatabaseServices,
  startProductServices,
  type TestServices,
  templateSandbox,
} from "./test-services.ts";

type RunnerOptions = {
  root: string;
  rest: string[];
  /** Prints output directly instead of into a file per stage. */
  isAlone: boolean;
  env: Record<string, string>;
  cpu: CpuTime;
  log: (line: string) => void;
};

function createRunner({ root, rest, isAlone, env: common, cpu, log }: RunnerOptions) {
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
      // Generates route types first. This step reads the configuration, which must name the public address.
      const settings = sandboxEnvironment(readPorts(NO_SETTINGS), NO_SETTINGS);
      const routes = await node("types", bin("next", "dist", "bin", "next"), ["typegen"], settings);
      if (routes !== 0) return checkResult(routes);
      // The Go compiler takes less CPU time than the build's, and the least on one thread.
      const compiler = bin("typescript-7", "bin", "tsc");
      // Saving the compiler's state takes a quarter of the time, and CI never uses it.
      const kept = process.env.CI
        ? ["--incremental", "false"]
        : ["--incremental", "--tsBuildInfoFile", join(root, ".local", "types.tsbuildinfo")];
      // Less frequent garbage collection takes a fifth less time, and less memory than the build.
      const environment = { GOGC: "400" };
      return checkResult(
        await node("types", compiler, ["--noEmit", "--singleThreaded", ...kept], environment),
      );
    },
    /** Runs unit tests in a random order given by the seed. */
    unit: (options: string[] = []) =>
      jest("unit", { environment: {} }, ["--randomize", `--seed=${common.TEST_SEED}`, ...options]),
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

const GATE = ["lint", "unused", "types", "unit", "database", "api", "browser"] as const;
/** A Jest file has its part in its name (`NAME.money.test.ts`). A browser test has a tag. */
const FULL = ["money", "access", "sql", "browser", "pictures"] as const;
type FullPart = (typeof FULL)[number];

/**
 * Runs the gate, or the stages in `args` (`e2e` means api and browser), and returns the exit code. Passes other
 * arguments to the test runners. A stage that runs alone prints directly. Otherwise it prints to
 * `test-results/<stage>.log`, which is shown on failure. Uses both cores: the build runs alongside the first stages,
 * and database tests alongside API and browser tests.
 */
export async function runTests({ root, args }: { root: string; args: string[] }): Promise<number> {
  const named = args.flatMap((arg) => (arg === "e2e" ? (["api", "browser"] as const) : [arg]));
  const chosen = GATE.filter((stage) => named.includes(stage));
  const wanted = new Set(chosen.length > 0 ? chosen : GATE);
  const rest = named.filter((arg) => !GATE.some((stage) => stage === arg));
  const run = createRun({ root, rest, isAlone: wanted.size === 1 });
  const stage = async (name: (typeof GATE)[number], work: () => Promise<StageResult>) => {
    if (wanted.has(name)) await run.stage(name, work);
  };

  const { runner, build, product, database } = run;
  if (wanted.has("types")) await stage("types", runner.types);
  // A failed build is reported by the first stage that needs it.
  if (wanted.has("api") || wanted.has("browser")) build().catch(() => {});
  const checks = async () => {
    await stage("lint", runner.lint);
    await stage("unused", runner.unused);
  };
  await Promise.all([checks(), stage("unit", () => runner.unit())]);
  const screens = async () => {
    await stage("api", async () => runner.jest("api", await product()));
    await stage("browser", async () => runner.browser(await product()));
  };
  await Promise.all([
    stage("database", async () => {
      const services = await database();
      return together(await runner.databaseTypes(services), await runner.jest("database", services));
    }),
    screens(),
  ]);
  return run.end();
}

/**
 * Runs lint, types, dead code, module rules, and the unit tests related to files that differ from origin/main. Returns
 * the exit code.
 */
export async function verify({ root, args }: { root: string; args: string[] }): Promise<number> {
  const run = createRun({ root, rest: args, isAlone: false });
  const { stage, runner } = run;
  await stage("types", runner.types);
  const changed = async () =>
    together(
      await runner.unit([`--changedSince=${upstreamOf(root)}`]),
      await runner.unit(["--testPathPatterns=sandbox/architecture"]),
    );
  await Promise.all([stage("lint", runner.lint), stage("unused", runner.unused), stage("unit", changed)]);
  return run.end();
}

function upstreamOf(root: string): string {
  const { status } = spawnSync("git", ["rev-parse", "--verify", "--quiet", "origin/main"], { cwd: root });
  return status === 0 ? "origin/main" : "HEAD";
}

/** Runs the parts of the full suite in `args`, or all. Returns the exit code. */
export async function runFull({ root, args }: { root: string; args: string[] }): Promise<number> {
  const chosen = FULL.filter((part) => args.includes(part));
  const rest = args.filter((arg) => !FULL.some((part) => part === arg));
  const outcomes: boolean[] = [];
  for (const part of chosen.length > 0 ? chosen : FULL) outcomes.push(await runPart(root, part, rest));
  return outcomes.every(Boolean) ? 0 : 1;
}

async function runPart(root: string, part: FullPart, rest: string[]): Promise<boolean> {
  process.env.TEST_PART = part;
  const run = createRun({ root, rest, isAlone: true });
  const { stage, runner, product, database } = run;
  const has = (pattern: string) => globSync(pattern, { cwd: root }).length > 0;
  if (part === "browser" || part === "pictures")
    await stage("browser", async () => runner.browser(await product()));
  else {
    if (has(`sandbox/**/*.${part}.test.ts`))
      await stage("unit", () => runner.jest("unit", { environment: {} }));
    if (has(`{supabase,lib}/**/*.${part}.{test,db.test}.ts`))
      await stage("database", async () => runner.jest("database", await database()));
    if (has(`e2e/**/*.${part}.api.test.ts`))
      await stage("api", async () => runner.jest("api", await product()));
  }
  return (await run.end()) === 0;
}

type RunOptions = { root: string; rest: string[]; isAlone: boolean };

function createRun({ root, rest, isAlone }: RunOptions) {
  // All Node processes of a run share compiled modules.
  process.env.NODE_COMPILE_CACHE ??= join(root, ".local", "compile-cache");
  const { log, during } = createProgress();
  const cpu = new CpuTime();
  const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31));
  log(`Repeat what the tests shuffle with TEST_SEED=${seed}.`);
  const runner = createRunner({ root, rest, isAlone, env: { TEST_SEED: seed }, cpu, log });
  const outcomes: Outcome[] = [];
  const stage = async (name: string, work: () => Promise<StageResult>): Promise<void> => {
    const began = Date.now();
    let result: StageResult;
    try {
      result = await during(name, work);
    } catch (error) {
      console.error(error);
      result = checkResult(1);
    }
    log(`${name}: ${result.passed} passed, ${result.failed} failed`);
    outcomes.push({ name, seconds: (Date.now() - began) / 1000, result });
  };
  const template = once(async () => {
    const folder = await templateSandbox(root);
    cpu.charge("template");
    return folder;
  });
  const build = once(async () => {
    requireChromium(log);
    await buildForTests(root, log);
    cpu.charge("build");
  });
  const product = once(async (): Promise<TestServices> => {
    await build();
    return runner.keep(await startProductServices(root, await template(), process.env.TEST_PART));
  });
  const database = once(
    async (): Promise<TestServices> => runner.keep(await startDatabaseServices(root, await template())),
  );
  const end = async (): Promise<number> => {
    await runner.stop();
    const total = together(...outcomes.map(({ result }) => result));
    for (const line of summary(outcomes, cpu.isKnown ? cpu.seconds : new Map())) console.log(line);
    console.log(`${total.passed} passed, ${total.failed} failed`);
    return total.failed === 0 && total.passed > 0 ? 0 : 1;
  };
  return { runner, stage, build, product, database, end };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
