import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addToHash, buildIfNeeded } from "./app-build.ts";
import { startChild } from "./child-process.ts";
import { sandboxEnvironment } from "./environment.ts";
import { readPorts } from "./ports.ts";
import { resetSandbox } from "./sandbox-data.ts";
import type { TestSandboxOptions } from "./test-sandbox.ts";

export const SANDBOX_LINE = "SANDBOX ";

/** The test build ignores the caller's settings. */
export const NO_SETTINGS: NodeJS.ProcessEnv = { NODE_ENV: "production" };

export type TestServices = { environment: Record<string, string>; stop: () => Promise<void> };

const START_SECONDS = 120;
const STOP_SECONDS = 30;

/** Starts a throwaway sandbox in its own process. Throws its output if it exits or times out. */
export function startSandboxProcess(options: TestSandboxOptions): Promise<TestServices> {
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    const child = startChild({
      name: "A sandbox",
      script: join(import.meta.dirname, "sandbox-process.ts"),
      args: [JSON.stringify(options)],
      cwd: options.root,
      // At the default bcrypt cost, hashing each test password takes 50 ms of CPU.
      env: {
        ...process.env,
        NODE_OPTIONS: "--disable-warning=ExperimentalWarning",
        LITE_AUTH_BCRYPT_COST: "4",
      },
      endsByItself: true,
      stopSeconds: STOP_SECONDS,
      onLine: (line) => {
        if (line.startsWith(SANDBOX_LINE)) {
          clearTimeout(late);
          resolve({ environment: JSON.parse(line.slice(SANDBOX_LINE.length)), stop: child.stop });
          return;
        }
        said.push(line);
        if (process.env.DEBUG) console.log(line);
      },
      onExit: (message) => {
        clearTimeout(late);
        const report = [message, ...said.slice(-40)].join("\n");
        console.error(report);
        reject(new Error(report));
      },
    });
    const late = setTimeout(() => {
      reject(new Error([`A sandbox didn't start within ${START_SECONDS} s.`, ...said.slice(-40)].join("\n")));
      void child.stop();
    }, START_SECONDS * 1000);
  });
}

const TEMPLATE_SOURCES = ["supabase/migrations", "supabase/seed.sql", "sandbox", "package-lock.json"];

/** The number of Jest workers for database tests, each with its own sandbox. */
export const TEST_WORKERS = 2;

/**
 * Returns the folder of a stopped sandbox with schema and demo data. Test sandboxes are copied from it. It is kept
 * until a source file changes.
 */
export async function templateSandbox(root: string): Promise<string> {
  const hash = createHash("sha256");
  for (const source of TEMPLATE_SOURCES) addToHash(hash, join(root, source));
  const templates = join(root, ".local", "test-template");
  const template = join(templates, hash.digest("hex").slice(0, 12));
  if (existsSync(join(template, "is-complete"))) return template;
  if (existsSync(templates))
    for (const former of readdirSync(templates)) resetSandbox(join(templates, former));
  mkdirSync(template, { recursive: true });
  const sandbox = await startSandboxProcess({ root, withApp: false, dataDir: template });
  await sandbox.stop();
  writeFileSync(join(template, "is-complete"), "");
  return template;
}

export async function startDatabaseServices(
  root: string,
  template: string,
  workers = TEST_WORKERS,
): Promise<TestServices> {
  const wanted = Array.from({ length: workers }, () => ({ root, template, withApp: false }));
  const { sandboxes, stop } = await startSandboxes(wanted);
  return { environment: { ...forWorkers(sandboxes), TEST_SERVICES: "database" }, stop };
}

export async function buildForTests(root: string, log: (line: string) => void): Promise<void> {
  const settings = sandboxEnvironment(readPorts(NO_SETTINGS), NO_SETTINGS);
  const hasty = { TYPES_ARE_CHECKED: "1", ...(process.env.CI ? { BUILDS_FOR_A_LOOK: "1" } : {}) };
  await buildIfNeeded(root, { ...process.env, ...settings, ...hasty }, log);
}

/**
 * Starts the product of API and browser tests from an existing build, and the sandboxes of sandbox/builders/named-
 * sandbox.ts. Each product costs the CPU time of starting and compiling every route.
 */
export async function startProductServices(
  root: string,
  template: string,
  part: string | undefined,
): Promise<TestServices> {
  const product = { root, template, withApp: true };
  const wanted: TestSandboxOptions[] = [{ ...product, withConfirming: true }];
  // Browser tests of the full suite change this product's clock.
  if (part === "browser") wanted.push(product);
  const { sandboxes, stop } = await startSandboxes(wanted);
  const [own = {}, clock] = sandboxes;
  const named = { ...JSON.parse(own.TEST_SANDBOXES ?? "{}"), clock };
  return {
    environment: {
      ...forWorkers([own]),
      TEST_SERVICES: "product",
      TEST_SANDBOXES: JSON.stringify(named),
    },
    stop,
  };
}

async function startSandboxes(wanted: TestSandboxOptions[]) {
  const started = await Promise.allSettled(wanted.map(startSandboxProcess));
  const up = started.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const stop = async () => {
    await Promise.all(up.map((sandbox) => sandbox.stop()));
  };
  const failed = started.find((result) => result.status === "rejected");
  if (failed) {
    await stop();
    throw failed.reason;
  }
  return { sandboxes: up.map(({ environment }) => environment), stop };
}

function forWorkers(sandboxes: TestServices["environment"][]): TestServices["environment"] {
  return { ...sandboxes[0], TEST_WORKERS: JSON.stringify(sandboxes) };
}
