import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxName } from "../builders/named-sandbox.ts";
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
        console.error(message);
        reject(new Error([message, ...said.slice(-40)].join("\n")));
      },
    });
    const late = setTimeout(() => {
      reject(new Error([`A sandbox was not up after ${START_SECONDS} s.`, ...said.slice(-40)].join("\n")));
      void child.stop();
    }, START_SECONDS * 1000);
  });
}

/** What a template is made of; a change in any of it asks for a new one. */
const TEMPLATE_SOURCES = ["supabase/migrations", "supabase/seed.sql", "sandbox", "package-lock.json"];

/**
 * Answers the folder of a stopped sandbox with the schema, the demo accounts and their past, from which each throw-away
 * sandbox is copied. It is kept until one of its sources changes. With `icuLocale` its database sorts texts as that
 * language does, as a hosted one does, and not by their bytes.
 */
export async function templateSandbox(root: string, icuLocale?: string): Promise<string> {
  const hash = createHash("sha256");
  for (const source of TEMPLATE_SOURCES) addToHash(hash, join(root, source));
  const templates = join(root, ".local", ["test-template", icuLocale].filter(Boolean).join("-"));
  const template = join(templates, hash.digest("hex").slice(0, 12));
  if (existsSync(join(template, "is-complete"))) return template;
  if (existsSync(templates))
    for (const former of readdirSync(templates)) resetSandbox(join(templates, former));
  mkdirSync(template, { recursive: true });
  const sandbox = await startSandboxProcess({
    root,
    withApp: false,
    dataDir: template,
    ...(icuLocale ? { icuLocale } : {}),
  });
  await sandbox.stop();
  writeFileSync(join(template, "is-complete"), "");
  return template;
}

/** Starts what the database tests use: one sandbox without the app. */
export async function startDatabaseServices(root: string, template: string): Promise<TestServices> {
  const { environment, stop } = await startSandboxProcess({ root, withApp: false, template });
  return { environment: { ...environment, TEST_SERVICES: "database" }, stop };
}

/** Builds the product, unless its last build is of the same sources. */
export async function buildForTests(root: string, log: (line: string) => void): Promise<void> {
  const settings = sandboxEnvironment(readPorts(NO_SETTINGS), NO_SETTINGS);
  const hasty = { TYPES_ARE_CHECKED: "1", ...(process.env.CI ? { BUILDS_FOR_A_LOOK: "1" } : {}) };
  await buildIfNeeded(root, { ...process.env, ...settings, ...hasty }, log);
}

/**
 * Starts what API and browser tests use, of a build that is there: five sandboxes, each with what its name says, and
 * hands out the environment of the first with where the others are.
 */
export async function startProductServices(root: string, template: string): Promise<TestServices> {
  const wanted: TestSandboxOptions[] = [
    { root, template, withApp: true },
    { root, template, withApp: true, confirmEmail: true },
    // Their apps are started, killed and started again by the tests themselves.
    { root, template, withApp: false },
    { root, template, withApp: false },
    // Its time is moved by the tests.
    { root, template, withApp: true },
  ];
  const started = await Promise.allSettled(wanted.map(startSandboxProcess));
  const up = started.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const stop = async () => {
    await Promise.all(up.map((sandbox) => sandbox.stop()));
  };
  const [sandbox, confirming, appless, events, clock] = up;
  if (!sandbox || !confirming || !appless || !events || !clock) {
    await stop();
    throw started.find((result) => result.status === "rejected")?.reason;
  }
  const named: Record<SandboxName, TestServices["environment"]> = {
    confirming: confirming.environment,
    appless: appless.environment,
    events: events.environment,
    clock: clock.environment,
  };
  return {
    environment: {
      ...sandbox.environment,
      TEST_SERVICES: "product",
      TEST_SANDBOXES: JSON.stringify(named),
    },
    stop,
  };
}
