import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { processArguments } from "../launcher/child-process.ts";
import { locatePostgres, type PostgresFiles } from "./postgres-files.ts";

export type PostgresOptions = {
  dataDir: string;
  port: number;
  /** A throwaway cluster gives up crash safety for speed. */
  throwAway: boolean;
  log: (line: string) => void;
  onExit: (message: string) => void;
};

export type Service = { url: string; stop: () => Promise<void> };

/** This password is public, because the server listens on 127.0.0.1 only and contains sample data. */
const PASSWORD = "postgres";
const START_SECONDS = 60;
const STOP_SECONDS = 20;

/** Cleans up after a killed run, then starts PostgreSQL on 127.0.0.1. */
export async function startPostgres(options: PostgresOptions): Promise<Service> {
  const files = locatePostgres(options.dataDir);
  if (!existsSync(join(files.dataDir, "PG_VERSION"))) {
    options.log("Creating the database cluster …");
    initialize(files);
  }
  await clearFormerServer(files.dataDir);

  let output = "";
  const server = spawn(
    files.postgres,
    ["-D", files.dataDir, "-p", String(options.port), ...settings(options.throwAway)],
    {
      ...files.runAs,
      // Runs in its own process group, so that Ctrl-C doesn't stop the database before its clients.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      cwd: files.dataDir,
      env: { NODE_ENV: "production", PATH: process.env.PATH, LC_ALL: "C" },
    },
  );
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000);
  };
  server.stdout.on("data", keep);
  server.stderr.on("data", keep);

  let stopping = false;
  let ended = false;
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      ended = true;
      resolve();
    };
    server.once("error", end);
    server.once("exit", (code, signal) => {
      end();
      if (!stopping) options.onExit(`PostgreSQL exited unexpectedly (${signal ?? `code ${code}`}).`);
    });
  });

  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${options.port}/postgres`;
  const stop = async () => {
    stopping = true;
    if (ended) return;
    server.kill("SIGINT");
    const late = sleep(STOP_SECONDS * 1000, "late", { ref: false });
    if ((await Promise.race([exited, late])) === "late") server.kill("SIGQUIT");
    await exited;
  };
  try {
    await waitUntilReady(url, () => ended);
  } catch (error) {
    await stop();
    throw new Error(`PostgreSQL did not start: ${(error as Error).message}\n${output.trim()}`);
  }
  return { url, stop };
}

function settings(throwAway: boolean): string[] {
  const common = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "200",
    shared_buffers: "256MB",
    timezone: "UTC",
    log_min_messages: "warning",
  };
  const fast = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    wal_level: "minimal",
    max_wal_senders: "0",
    // Test connections call a function too rarely for PostgreSQL to cache its plan.
    ...(process.env.TEST_PART === "sql" ? {} : { plan_cache_mode: "force_generic_plan" }),
  };
  return Object.entries({ ...common, ...(throwAway ? fast : {}) }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
}

function initialize(files: PostgresFiles): void {
  const passwordFile = join(tmpdir(), `slabrelay-password-${process.pid}-${Date.now()}`);
  writeFileSync(passwordFile, PASSWORD, { mode: 0o644 });
  const result = spawnSync(
    files.initdb,
    [
      `--pgdata=${files.dataDir}`,
      "--username=postgres",
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      "--encoding=UTF8",
      // Sorts as a hosted database does.
      "--locale-provider=icu",
      "--icu-locale=en-US",
      "--locale=C",
    ],
    {
      ...files.runAs,
      cwd: files.dataDir,
      encoding: "utf8",
      env: { NODE_ENV: "production", PATH: process.env.PATH, LC_ALL: "C" },
    },
  );
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    throw new Error(`Creating the database cluster failed: ${result.stderr || result.error?.message}`);
  }
}

/**
 * Stops a server that a killed launcher left running in this folder, and removes a lock file whose process isn't that
 * server.
 */
async function clearFormerServer(dataDir: string): Promise<void> {
  const lock = join(dataDir, "postmaster.pid");
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, "utf8").split("\n")[0]);
  if (!isServerOf(pid, dataDir)) {
    rmSync(lock, { force: true });
    return;
  }
  process.kill(pid, "SIGINT");
  for (let waited = 0; waited < STOP_SECONDS * 10; waited++) {
    if (!isServerOf(pid, dataDir)) return;
    await sleep(100);
  }
  throw new Error(
    `A former PostgreSQL of this folder (process ${pid}) does not stop. End it and start again.`,
  );
}

function isServerOf(pid: number, dataDir: string): boolean {
  return processArguments(pid).includes(dataDir);
}

async function waitUntilReady(url: string, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + START_SECONDS * 1000;
  for (;;) {
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (hasEnded()) throw new Error("it ended at once.");
      if (Date.now() > deadline) throw error;
      await sleep(100);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}
