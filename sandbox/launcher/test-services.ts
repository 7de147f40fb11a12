import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addToHash, buildIfNeeded } from "./app-build.ts";
import { startChild } from "./child-process.ts";
import { sandboxEnvironment } from "./environment.ts";
import { readPorts } from "./ports.ts";
import { resetSandbox } from "./sandbox-data.ts";
import type { TestSandboxOptions } from "./test-sandbox.ts";

/** Begins the line in which a sandbox's process says its environment. */
export const SANDBOX_LINE = "SANDBOX ";

/** The build of the tests depends on nothing that the caller has set. */
export const NO_SETTINGS: NodeJS.ProcessEnv = { NODE_ENV: "production" };

/** Services that tests use: the variables by which they are found, and the way to end them. */
export type TestServices = { environment: Record<string, string>; stop: () => Promise<void> };

const START_SECONDS = 120;
const STOP_SECONDS = 30;

/** Starts a throw-away sandbox in a process of its own. Throws what it said when it ends or does not come up. */
export function startSandboxProcess(options: TestSandboxOptions): Promise<TestServices> {
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    const child = startChild({
      name: "A sandbox",
      script: join(import.meta.dirname, "sandbox-process.ts"),
      args: [JSON.stringify(options)],
      cwd: options.root,
      // Hashed as slowly as for real, each password of a test takes a twentieth of a second of a core.
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

/** What a template is made of; a change in any of it asks for a new one. */
const TEMPLATE_SOURCES = ["supabase/migrations", "supabase/seed.sql", "sandbox", "package-lock.json"];

/** Number of Jest workers that run database tests at once, each on its own sandbox. */
export const TEST_WORKERS = 2;

/**
 * Returns the folder of a stopped sandbox with the schema, the demo accounts and their history, from which each throw-away
 * sandbox is copied. It is kept until one of its sources changes.
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

/** Starts what the database tests use: a sandbox without the app for each worker. */
export async function startDatabaseServices(
  root: string,
  template: string,
  workers = TEST_WORKERS,
): Promise<TestServices> {
  const wanted = Array.from({ length: workers }, () => ({ root, template, withApp: false }));
  const { sandboxes, stop } = await startSandboxes(wanted);
  return { environment: { ...forWorkers(sandboxes), TEST_SERVICES: "database" }, stop };
}

/** Builds the product, unless its last build is of the same sources. */
export async function buildForTests(root: string, log: (line: string) => void): Promise<void> {
  const settings = sandboxEnvironment(readPorts(NO_SETTINGS), NO_SETTINGS);
  const hasty = { TYPES_ARE_CHECKED: "1", ...(process.env.CI ? { BUILDS_FOR_A_LOOK: "1" } : {}) };
  await buildIfNeeded(root, { ...process.env, ...settings, ...hasty }, log);
}

/**
 * Starts what API and browser tests use, of a build that is there: one product for all of them, and what
 * sandbox/builders/named-sandbox.ts names. Each product costs the CPU time of a server's start and of compiling every route.
 */
export async function startProductServices(
  root: string,
  template: string,
  part: string | undefined,
): Promise<TestServices> {
  const product = { root, template, withApp: true };
  const wanted: TestSandboxOptions[] = [{ ...product, withConfirming: true }];
  // Its time is moved by browser tests of the full suite.
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

/** Starts sandboxes side by side; returns their environments in the same order, and how to end all of them. */
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

/** The environment of the first sandbox, with all of them for sandbox/launcher/jest-worker.mjs to choose from. */
function forWorkers(sandboxes: TestServices["environment"][]): TestServices["environment"] {
  return { ...sandboxes[0], TEST_WORKERS: JSON.stringify(sandboxes) };
}
