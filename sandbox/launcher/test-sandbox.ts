import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApp } from "./app-server.ts";
import { SANDBOX_KEYS, sandboxEnvironment } from "./environment.ts";
import { anyFreePort, freePorts, type Ports } from "./ports.ts";
import { copySandboxData, resetSandbox } from "./sandbox-data.ts";
import { startSandbox, startSandboxApi } from "./services.ts";

export type TestSandboxOptions = {
  root: string;
  withApp: boolean;
  /** Also serves the app with an auth service that requires email confirmation. */
  withConfirming?: boolean;
  /** Folder of a stopped sandbox to copy the data from. */
  template?: string;
  /** Folder for data that is kept. Otherwise uses a temporary one. */
  dataDir?: string;
};

export type TestSandbox = {
  ports: Ports;
  environment: Record<string, string>;
  startApp: () => Promise<{ pid: number; stop: () => Promise<void> }>;
  stop: () => Promise<void>;
};

/** Starts a throwaway sandbox with its own data on free ports. Calls `onFailure` if a service exits on its own. */
export async function startTestSandbox(
  options: TestSandboxOptions,
  onFailure: (message: string) => void = console.error,
): Promise<TestSandbox> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "slabrelay-test-"));
  if (options.template) copySandboxData(options.template, dataDir);
  const ports = await freePorts();
  const sandbox = await startSandbox({
    root: options.root,
    dataDir,
    ports,
    env: testSettings(),
    throwAway: true,
    log: () => {},
    onFailure,
  });
  const environment: Record<string, string> = {
    ...sandbox.environment,
    RATE_LIMIT_SCALE: "1000",
    SANDBOX_DATABASE_URL: sandbox.databaseUrl,
    MAILBOX_URL: `http://127.0.0.1:${ports.mailWeb}`,
  };
  const running: { stop: () => Promise<void> }[] = [sandbox];
  const start = async (port = ports.app, settings = environment) => {
    const app = await startApp({
      root: options.root,
      port,
      mode: "start",
      env: { ...process.env, ...settings },
      onLine: (line) => process.env.DEBUG && console.log(line),
      onExit: onFailure,
    });
    running.push(app);
    return app;
  };
  const startConfirming = async () => {
    const own = { ...ports, app: await anyFreePort(), api: await anyFreePort() };
    const { APP_URL = "", SUPABASE_URL = "" } = sandboxEnvironment(own, testSettings());
    const { signingKey } = SANDBOX_KEYS;
    const api = { databaseUrl: sandbox.databaseUrl, appUrl: APP_URL, confirmEmail: true, signingKey };
    running.push(await startSandboxApi({ root: options.root, dataDir, ports: own, log: () => {} }, api));
    const settings = { ...environment, APP_URL, SUPABASE_URL };
    await start(own.app, settings);
    return settings;
  };
  const stop = async () => {
    for (const part of running.reverse().splice(0)) await part.stop();
    if (options.dataDir) return;
    resetSandbox(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const [confirming] = await Promise.all([
      options.withConfirming ? startConfirming() : undefined,
      options.withApp ? start() : undefined,
    ]);
    if (confirming) environment.TEST_SANDBOXES = JSON.stringify({ confirming });
  } catch (error) {
    await stop();
    throw error;
  }
  return { ports, environment, startApp: () => start(), stop };
}

/** Keeps only the variables needed to find programs, so that the caller's settings can't leak. */
function testSettings(): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_ENV } = process.env;
  return { PATH, HOME, NODE_ENV };
}
