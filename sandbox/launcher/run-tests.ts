import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildMinimalApp, minimalFirstLoadBytes } from "../bench/minimal-app.ts";
import { generateTypes } from "../postgres/generate-types.ts";
import { buildIfNeeded } from "./app-build.ts";
import { requireChromium } from "./chromium.ts";
import { sandboxEnvironment } from "./environment.ts";
import { readPorts } from "./ports.ts";
import { createProgress } from "./progress.ts";
import { stopSignal } from "./stop-signal.ts";
import { startTestSandbox, type TestSandbox, type TestSandboxOptions } from "./test-sandbox.ts";

type Count = { passed: number; failed: number };
/** The build of the tests depends on nothing that the caller has set. */
const NO_SETTINGS: NodeJS.ProcessEnv = { NODE_ENV: "production" };

type Stage = { name: string; run: () => Promise<Count> };

/**
 * Runs every check, or those named in `args`: lint unused types unit sandbox database e2e. Further arguments go to the test
 * runners (a file name, -t "a title"). Each stage that needs services has a throw-away sandbox of its own.
 */
export async function runTests({ root, args }: { root: string; args: string[] }): Promise<number> {
  const { log, during } = createProgress();
  const bin = (name: string) => join(root, "node_modules", ...name.split("/"));
  const results = join(root, "test-results");
  mkdirSync(results, { recursive: true });

  const node = (script: string, parameters: string[], env: Record<string, string> = {}) =>
    run(process.execPath, [bin(script), ...parameters], root, env);
  const check = async (step: Promise<number>): Promise<Count> =>
    (await step) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

  const sandboxes: TestSandbox[] = [];
  const start = async (options: TestSandboxOptions): Promise<TestSandbox> => {
    const sandbox = await startTestSandbox(options);
    sandboxes.push(sandbox);
    return sandbox;
  };
  const stopAll = async () => {
    for (const sandbox of sandboxes.splice(0)) await sandbox.stop();
  };
  void stopSignal().then(async (reason) => {
    log(`Stopping (${reason}) …`);
    await stopAll();
    process.exit(1);
  });

  const jest = async (project: string, env: Record<string, string> = {}): Promise<Count> => {
    const file = join(results, `${project}.json`);
    const parameters = [
      "--selectProjects",
      project,
      "--json",
      `--outputFile=${file}`,
      "--passWithNoTests",
      ...rest,
    ];
    const code = await node("jest/bin/jest.js", parameters, env);
    const report = JSON.parse(readFileSync(file, "utf8"));
    return count(report.numPassedTests, report.numFailedTests + report.numRuntimeErrorTestSuites, code);
  };

  const database = async (): Promise<Count> => {
    const sandbox = await start({ root, withApp: false });
    try {
      const types = await generateTypes(sandbox.environment.SANDBOX_DATABASE_URL ?? "");
      const drifted = types !== readFileSync(join(root, "lib/supabase/database.types.ts"), "utf8");
      if (drifted) console.error("lib/supabase/database.types.ts is not up to date: run `npm run db:types`.");
      const drift = drifted ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 };
      return add(drift, await jest("database", sandbox.environment));
    } finally {
      await stopAll();
    }
  };

  const browser = async (): Promise<Count> => {
    requireChromium(log);
    const buildEnvironment = { ...process.env, ...sandboxEnvironment(readPorts(NO_SETTINGS), NO_SETTINGS) };
    await during("The build is", () => buildIfNeeded(root, buildEnvironment, log));
    const minimalApp = await buildMinimalApp(root, log);
    const sandbox = await start({ root, withApp: true });
    const confirming = await start({ root, withApp: true, confirmEmail: true });
    // Their apps are started, killed and started again by the tests themselves.
    const appless = await start({ root, withApp: false });
    const events = await start({ root, withApp: false });
    // Its time is moved by the tests.
    const clock = await start({ root, withApp: true });
    const env = {
      ...sandbox.environment,
      APPLESS_ENVIRONMENT: JSON.stringify(appless.environment),
      EVENTS_ENVIRONMENT: JSON.stringify(events.environment),
      CLOCK_ENVIRONMENT: JSON.stringify(clock.environment),
      MINIMAL_FIRST_LOAD_BYTES: String(await minimalFirstLoadBytes(minimalApp)),
      CONFIRMING_APP_URL: confirming.environment.APP_URL ?? "",
      CONFIRMING_MAILBOX_URL: confirming.environment.MAILBOX_URL ?? "",
      CONFIRMING_DATABASE_URL: confirming.environment.SANDBOX_DATABASE_URL ?? "",
    };
    try {
      const api = await jest("api", env);
      const code = await node(
        "playwright/cli.js",
        ["test", ...(rest.length > 0 ? ["--pass-with-no-tests"] : []), ...rest],
        env,
      );
      const { stats } = JSON.parse(readFileSync(join(results, "report.json"), "utf8"));
      return add(api, count(stats.expected, stats.unexpected + stats.flaky, code));
    } finally {
      await stopAll();
    }
  };

  const stages: Stage[] = [
    { name: "lint", run: () => check(run(bin(".bin/biome"), ["ci", "--colors=off", "."], root)) },
    { name: "unused", run: () => check(node("knip/bin/knip.js", [])) },
    {
      name: "types",
      run: async () => {
        // Reads the configuration as a build does, which must name the public address.
        await node(
          "next/dist/bin/next",
          ["typegen"],
          sandboxEnvironment(readPorts(NO_SETTINGS), NO_SETTINGS),
        );
        return check(node("typescript/bin/tsc", ["--noEmit"]));
      },
    },
    { name: "unit", run: () => jest("unit") },
    { name: "sandbox", run: () => jest("sandbox") },
    { name: "database", run: database },
    { name: "e2e", run: browser },
  ];
  const names = stages.map(({ name }) => name);
  const chosen = args.filter((arg) => names.includes(arg));
  const rest = args.filter((arg) => !names.includes(arg));

  let total: Count = { passed: 0, failed: 0 };
  for (const stage of stages) {
    if (chosen.length > 0 && !chosen.includes(stage.name)) continue;
    log(`— ${stage.name}`);
    let result: Count;
    try {
      result = await stage.run();
    } catch (error) {
      console.error(error);
      result = { passed: 0, failed: 1 };
      await stopAll();
    }
    log(`— ${stage.name}: ${result.passed} passed, ${result.failed} failed`);
    total = add(total, result);
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

function add(a: Count, b: Count): Count {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}

/** A runner that ends badly without counting a failure has failed all the same. */
function count(passed: number, failed: number, code: number): Count {
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}

function run(
  command: string,
  args: string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
    });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
