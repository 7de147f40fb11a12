import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { freePorts, type Ports } from "./ports.ts";

jest.setTimeout(120_000);

let dataDir: string;
let ports: Ports;
let runs: Run[];

type Run = { child: ChildProcess; output: () => string; exited: Promise<number | null> };

beforeEach(async () => {
  // A space in the path is where careless quoting breaks.
  dataDir = dataFolder();
  ports = await freePorts();
  runs = [];
});

afterEach(async () => {
  for (const { child, exited } of runs) {
    child.kill("SIGTERM");
    await exited;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

/** A folder that the user `postgres` can reach, too. */
function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "slab relay "));
  chmodSync(folder, 0o755);
  return folder;
}

/** Runs `npm run sandbox` without npm around it, so that a signal reaches the launcher alone. */
function launch(settings: Record<string, string> = {}, args: string[] = []): Run {
  let text = "";
  const child = spawn(process.execPath, ["sandbox/launcher/launch.mjs", "sandbox", ...args], {
    env: {
      ...process.env,
      SANDBOX_DATA_DIR: dataDir,
      PORT: String(ports.app),
      SANDBOX_API_PORT: String(ports.api),
      SANDBOX_DATABASE_PORT: String(ports.database),
      SANDBOX_MAIL_PORT: String(ports.mailWeb),
      SANDBOX_SMTP_PORT: String(ports.smtp),
      SANDBOX_STRIPE_PORT: String(ports.stripe),
      ...settings,
    },
  });
  child.stdout.on("data", (chunk) => (text += chunk));
  child.stderr.on("data", (chunk) => (text += chunk));
  const run = {
    child,
    output: () => text,
    exited: new Promise<number | null>((resolve) => child.once("exit", resolve)),
  };
  runs.push(run);
  return run;
}

async function ready(run: Run): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!run.output().includes("The sandbox is ready.")) {
    if (run.child.exitCode !== null || Date.now() > deadline) throw new Error(`not ready:\n${run.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function query<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const url = `postgres://postgres:postgres@127.0.0.1:${ports.database}/postgres`;
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Process ids whose command line or environment names this test's data folder. */
function leftovers(): string[] {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(dataDir);
      } catch {
        return false;
      }
    });
}

async function untilGone(): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (leftovers().length > 0) {
    if (Date.now() > deadline) throw new Error(`still running: ${leftovers().join(", ")}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const markProfile = () =>
  query((sql) => sql`update public.profiles set full_name = 'Kept' where full_name = 'Casey Collector'`);
const keptProfiles = async () =>
  (await query((sql) => sql`select count(*)::int as n from public.profiles where full_name = 'Kept'`))[0]?.n;

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux.each(["SIGINT", "SIGTERM"] as const)("%s stops everything and keeps the data", async (signal) => {
  const first = launch();
  await ready(first);
  await markProfile();
  first.child.kill(signal);
  expect(await first.exited).toBe(0);
  expect(leftovers()).toEqual([]);

  const second = launch();
  await ready(second);
  expect(await keptProfiles()).toBe(1);
});

onLinux("after kill -9 of the launcher the next start recovers, with the data", async () => {
  const first = launch();
  await ready(first);
  await markProfile();
  first.child.kill("SIGKILL");
  await first.exited;
  await untilGone();

  const second = launch();
  await ready(second);
  expect(await keptProfiles()).toBe(1);
});

onLinux("after kill -9 of launcher and services at once the next start clears the orphans away", async () => {
  const first = launch();
  await ready(first);
  await markProfile();
  const services = Number(readFileSync(join(dataDir, "running.pid"), "utf8"));
  process.kill(services, "SIGKILL");
  first.child.kill("SIGKILL");
  await first.exited;

  const second = launch();
  await ready(second);
  expect(await keptProfiles()).toBe(1);
});

onLinux("kill -9 of PostgreSQL ends the run with a plain message, and the next start recovers", async () => {
  const first = launch();
  await ready(first);
  await markProfile();
  const lock = join(dataDir, "postgres", "postmaster.pid");
  process.kill(Number(readFileSync(lock, "utf8").split("\n")[0]), "SIGKILL");
  expect(await first.exited).toBe(1);
  expect(first.output()).toContain("PostgreSQL ended by itself");

  const second = launch();
  await ready(second);
  expect(await keptProfiles()).toBe(1);
});

test("a second run in the same folder is refused by name", async () => {
  const first = launch();
  await ready(first);
  const second = launch();
  expect(await second.exited).toBe(1);
  expect(second.output()).toContain("already running from this folder");
});

test("a taken port is named, with the variable that moves it", async () => {
  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(ports.smtp, "127.0.0.1", resolve));
  const run = launch();
  expect(await run.exited).toBe(1);
  expect(run.output()).toContain(`Port ${ports.smtp}, wanted by the mail server, is taken.`);
  expect(run.output()).toContain("SANDBOX_SMTP_PORT");
  await new Promise((resolve) => squatter.close(resolve));
  expect(existsSync(join(dataDir, "postgres", "PG_VERSION"))).toBe(false);
});

test("--reset starts from nothing", async () => {
  const first = launch();
  await ready(first);
  await markProfile();
  first.child.kill("SIGTERM");
  await first.exited;
  const second = launch({}, ["--reset"]);
  await ready(second);
  expect(await keptProfiles()).toBe(0);
});

test("an existing server is used instead of the embedded one", async () => {
  const server = launch();
  await ready(server);
  const url = `postgres://postgres:postgres@127.0.0.1:${ports.database}/other`;
  await query((sql) => sql`create database other`);
  const folder = dataDir;
  dataDir = dataFolder();
  ports = await freePorts();
  const guest = launch({ SANDBOX_DATABASE_URL: url });
  await ready(guest);
  expect(guest.output()).toContain("Using the PostgreSQL server of SANDBOX_DATABASE_URL.");
  expect(existsSync(join(dataDir, "postgres"))).toBe(false);
  guest.child.kill("SIGTERM");
  await guest.exited;
  rmSync(dataDir, { recursive: true, force: true });
  dataDir = folder;
});

test("a database that does not answer gets a plain message", async () => {
  const run = launch({ SANDBOX_DATABASE_URL: "postgres://postgres:x@127.0.0.1:1/none" });
  expect(await run.exited).toBe(1);
  expect(run.output()).toContain("SANDBOX_DATABASE_URL does not answer");
});

test.each([
  [{ PORT_OFFSET: "abc" }, 'PORT_OFFSET: "abc" is not a whole number.'],
  [{ SANDBOX_API_PORT: "70000" }, "SANDBOX_API_PORT: 70000 is not a port"],
])("%j gets a plain message", async (settings, message) => {
  const run = launch(settings);
  expect(await run.exited).toBe(1);
  expect(run.output()).toContain(message);
});

onLinux("runs as an ordinary user too", async () => {
  if (process.getuid?.() !== 0) return;
  execFileSync("chown", ["nobody", dataDir]);
  const ordinary = Number(execFileSync("id", ["-u", "nobody"], { encoding: "utf8" }));
  let text = "";
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "sandbox/launcher/cli.ts", "sandbox"],
    {
      uid: ordinary,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        SANDBOX_DATA_DIR: dataDir,
        SANDBOX_API_PORT: String(ports.api),
        SANDBOX_DATABASE_PORT: String(ports.database),
        SANDBOX_MAIL_PORT: String(ports.mailWeb),
        SANDBOX_SMTP_PORT: String(ports.smtp),
        SANDBOX_STRIPE_PORT: String(ports.stripe),
        PORT: String(ports.app),
      },
    },
  );
  child.stdout.on("data", (chunk) => (text += chunk));
  child.stderr.on("data", (chunk) => (text += chunk));
  const run = {
    child,
    output: () => text,
    exited: new Promise<number | null>((resolve) => child.once("exit", resolve)),
  };
  runs.push(run);
  await ready(run);
});
