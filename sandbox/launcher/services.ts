import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { type Service, startPostgres } from "../postgres/postgres.ts";
import { createDemoAccounts, createDemoHistory, createDemoMembership } from "../seed/demo-accounts.ts";
import { neededPermissions } from "../setup/key-permissions.ts";
import { startStripeSandbox } from "../stripe/server.ts";
import { type SupabaseApiOptions, startSupabaseApi } from "../supabase/supabase-api.ts";
import { startChild } from "./child-process.ts";
import { SANDBOX_KEYS, sandboxEnvironment } from "./environment.ts";
import { type Ports, requireFree } from "./ports.ts";
import { WEBHOOK_EVENTS } from "./webhook-events.ts";

type MailboxOptions = {
  webPort: number;
  smtpPort: number;
  mailDir: string;
  onExit: (message: string) => void;
};

/**
 * Starts the mailbox: an SMTP server without delivery, a web page, and a JSON list (`/email`). Runs in its own
 * process, because maildev exits on signals.
 */
async function startMailbox(options: MailboxOptions): Promise<Service> {
  mkdirSync(options.mailDir, { recursive: true });
  let output = "";
  let ended = false;
  const child = startChild({
    name: "The mailbox",
    script: createRequire(import.meta.url).resolve("maildev/bin/maildev"),
    args: [
      ...["--smtp", String(options.smtpPort), "--ip", "127.0.0.1"],
      ...["--web", String(options.webPort), "--web-ip", "127.0.0.1"],
      ...["--mail-directory", options.mailDir],
    ],
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
    cwd: options.mailDir,
    onLine: (line) => {
      output = `${output}\n${line}`.slice(-2000);
    },
    onExit: (message) => {
      ended = true;
      options.onExit(message);
    },
  });
  const url = `http://localhost:${options.webPort}`;
  for (let tries = 0; tries < 150; tries++) {
    if (await answers(`http://127.0.0.1:${options.webPort}/email`)) return { url, stop: child.stop };
    if (ended) break;
    await sleep(100);
  }
  await child.stop();
  throw new Error(`The mailbox did not start.${output}`);
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1000) })).ok;
  } catch {
    return false;
  }
}

export type SandboxOptions = {
  root: string;
  dataDir: string;
  ports: Ports;
  env: NodeJS.ProcessEnv;
  throwAway: boolean;
  log: (line: string) => void;
  /** Called when a service exits on its own, which makes the sandbox unusable. */
  onFailure: (message: string) => void;
};

export type Sandbox = {
  environment: Record<string, string>;
  databaseUrl: string;
  stop: () => Promise<void>;
};

/** Starts all services and demo accounts. Stops all of them if one fails. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { ports, env, log, onFailure: onExit } = options;
  const started: Pick<Service, "stop">[] = [];
  const stop = async () => {
    for (const service of started.reverse().splice(0)) await service.stop();
  };
  const { app: _, database, ...others } = ports;
  await requireFree(others);
  const environment = sandboxEnvironment(ports, env);
  try {
    let databaseUrl = env.SANDBOX_DATABASE_URL;
    if (databaseUrl) {
      await requireReachable(databaseUrl);
      log("Using the PostgreSQL server of SANDBOX_DATABASE_URL.");
    } else {
      const dataDir = join(options.dataDir, "postgres");
      const server = await startPostgres({
        dataDir,
        port: database,
        throwAway: options.throwAway,
        log,
        onExit,
      });
      started.push(server);
      databaseUrl = server.url;
      log(`PostgreSQL is up on port ${database}.`);
    }
    const mailDir = join(options.dataDir, "mail");
    started.push(await startMailbox({ webPort: ports.mailWeb, smtpPort: ports.smtp, mailDir, onExit }));
    log(`The mailbox is up on port ${ports.mailWeb}.`);
    const confirmEmail = env.SANDBOX_CONFIRM_EMAIL === "1";
    const appUrl = environment.APP_URL ?? "";
    const signingKey = env.SUPABASE_JWT_SECRET || SANDBOX_KEYS.signingKey;
    started.push(await startSandboxApi(options, { databaseUrl, appUrl, confirmEmail, signingKey }));
    log(`The Supabase API is up on port ${ports.api}.`);
    started.push(
      await startStripeSandbox({
        port: ports.stripe,
        statePath: join(options.dataDir, "stripe.sqlite"),
        secretKey: SANDBOX_KEYS.stripeSecretKey,
        restrictedKeys: { [SANDBOX_KEYS.stripeRestrictedKey]: neededPermissions },
        webhookUrl: `http://127.0.0.1:${ports.app}/api/webhooks/stripe`,
        webhookSecret: SANDBOX_KEYS.stripeWebhookSecret,
        enabledEvents: WEBHOOK_EVENTS,
      }),
    );
    log(`The payment sandbox is up on port ${ports.stripe}.`);
    await createDemoAccounts({ databaseUrl, log });
    await createDemoHistory({ databaseUrl, supabaseDir: join(options.root, "supabase") });
    await createDemoMembership({ databaseUrl, stripePort: ports.stripe, log });
    return { environment, databaseUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a Supabase API. A sandbox may have one per app, all on one database. */
export function startSandboxApi(
  { root, dataDir, ports, log }: Pick<SandboxOptions, "root" | "dataDir" | "ports" | "log">,
  of: Pick<SupabaseApiOptions, "databaseUrl" | "appUrl" | "confirmEmail" | "signingKey">,
): Promise<Service> {
  return startSupabaseApi({
    ...of,
    port: ports.api,
    smtpPort: ports.smtp,
    supabaseDir: join(root, "supabase"),
    storageDir: join(dataDir, "storage"),
    publishableKey: SANDBOX_KEYS.publishableKey,
    secretKey: SANDBOX_KEYS.secretKey,
    log,
  });
}

async function requireReachable(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    await sql`select 1`;
  } catch (error) {
    throw new Error(`SANDBOX_DATABASE_URL does not answer: ${(error as Error).message}`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
