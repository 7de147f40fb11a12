import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DEMO_CUSTOMERS, DEMO_PASSWORD } from "../seed/demo-accounts.ts";
import { buildIfNeeded } from "./app-build.ts";
import { startApp } from "./app-server.ts";
import { processArguments, stopSignal } from "./child-process.ts";
import { appEnvironment, loadEnvFile, SANDBOX_STAFF } from "./environment.ts";
import { readPorts, requireFree } from "./ports.ts";
import { createProgress } from "./progress.ts";
import { resetSandbox } from "./sandbox-data.ts";
import { startSandbox } from "./services.ts";

const JOBS = ["/api/cron/reconcile", "/api/cron/outbox"];
const MINUTE_MS = 60_000;

/** Calls the scheduled endpoints every minute. Logs a repeated failure only once. */
function startCron(options: { appUrl: string; secret: string; log: (line: string) => void }): {
  stop: () => Promise<void>;
} {
  const stopping = new AbortController();
  let lastComplaint = "";
  const complain = (line: string) => {
    if (line !== lastComplaint) options.log(line);
    lastComplaint = line;
  };
  const tick = async () => {
    for (const path of JOBS) {
      try {
        const answer = await fetch(options.appUrl + path, {
          method: "POST",
          headers: { authorization: `Bearer ${options.secret}` },
          signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(MINUTE_MS)]),
        });
        if (!answer.ok) complain(`Scheduled job ${path} answered ${answer.status}.`);
      } catch (error) {
        if (!stopping.signal.aborted) complain(`Scheduled job ${path} failed: ${(error as Error).message}`);
      }
    }
  };
  const timer = setInterval(tick, MINUTE_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
    },
  };
}

export type ServeOptions = { root: string; mode: "start" | "dev" | "sandbox"; args: string[] };

/** Runs the product until a stop request. Returns the exit code. */
export async function serveProduct({ root, mode, args }: ServeOptions): Promise<number> {
  const { log, during } = createProgress();
  const env = loadEnvFile(root);
  const ports = readPorts(env);
  const dataDir = resolve(env.SANDBOX_DATA_DIR || join(root, ".local"));
  const asked = stopSignal();
  let failed: (message: string) => void = () => {};
  const failure = new Promise<string>((resolve) => {
    failed = resolve;
  });
  const lockFile = join(dataDir, "running.pid");
  requireNotRunning(lockFile);
  if (args.includes("--reset")) {
    resetSandbox(dataDir);
    log("Deleted the sandbox's data.");
  }
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(lockFile, String(process.pid));
  const running: { stop: () => Promise<void> }[] = [];
  const stopAll = async () => {
    for (const part of running.reverse().splice(0)) await part.stop();
    rmSync(lockFile, { force: true });
  };
  try {
    if (mode !== "sandbox") await requireFree({ app: ports.app });
    const hosted = Boolean(env.SUPABASE_URL);
    if (hosted) log(`Using the hosted services at ${env.SUPABASE_URL}.`);
    const environment = appEnvironment(env);
    // Builds while the services start. Builds for hosted services check types.
    const isFirst = !existsSync(join(root, ".next"));
    const hasty = { TYPES_ARE_CHECKED: "1", ...(isFirst ? { BUILDS_FOR_A_LOOK: "1" } : {}) };
    const settings = hosted ? environment : { ...environment, ...hasty };
    const build =
      mode === "start" ? during("The build is", () => buildIfNeeded(root, settings, log)) : undefined;
    // A build error is reported below, where services are stopped.
    build?.catch(() => {});
    if (!hosted) {
      const options = { root, dataDir, ports, env, throwAway: false, log, onFailure: failed };
      running.push(await startSandbox(options));
      log("The services are up.");
    }
    await build;
    if (mode !== "sandbox") {
      running.push(
        await startApp({
          root,
          port: ports.app,
          mode,
          env: environment,
          onLine: (line) => console.log(line),
          onExit: failed,
        }),
      );
    }
    if (!hosted) {
      const appUrl = `http://localhost:${ports.app}`;
      running.push(startCron({ appUrl, secret: environment.CRON_SECRET ?? "", log }));
    }
    log(mode === "sandbox" ? "The sandbox is ready." : `Ready: http://localhost:${ports.app}`);
    if (!hosted) printGuide(ports.mailWeb, ports.stripe);
  } catch (error) {
    await stopAll();
    throw error;
  }
  const reason = await Promise.race([asked, failure.then((message) => ({ message }))]);
  const broken = typeof reason !== "string";
  log(broken ? `${reason.message} Stopping …` : `Stopping (${reason}) …`);
  await stopAll();
  log("Stopped. The data is kept.");
  return broken ? 1 : 0;
}

function printGuide(mailPort: number, stripePort: number): void {
  console.log(`
  Mailbox          http://localhost:${mailPort}
  Payment sandbox  http://localhost:${stripePort}
  Accounts         password ${DEMO_PASSWORD}: ${[...SANDBOX_STAFF, ...DEMO_CUSTOMERS].join(", ")}
  Test cards       4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined
  Ctrl-C stops everything and keeps the data.
`);
}

/** Allows one run per folder. Ignores the lock of a process that has ended. */
function requireNotRunning(lockFile: string): void {
  if (!existsSync(lockFile)) return;
  const pid = Number(readFileSync(lockFile, "utf8"));
  if (pid !== process.pid && processArguments(pid).includes("cli.ts")) {
    throw new Error(`SlabRelay is already running from this folder (process ${pid}). Stop it first.`);
  }
}
