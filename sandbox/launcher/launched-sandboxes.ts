import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { freePorts, type Ports, portVariables } from "./ports.ts";

export type Run = { child: ChildProcess; output: () => string; exited: Promise<number | null> };

/** Launches sandboxes as `npm run sandbox` does, with their own data folder and ports. */
export class LaunchedSandboxes {
  dataDir = "";
  ports: Ports = {} as Ports;
  readonly #runs: Run[] = [];

  /** Sets up a new folder and free ports for the next launch. */
  async prepare(): Promise<void> {
    this.dataDir = dataFolder();
    this.ports = await freePorts();
  }

  /** Stops what is still running and removes the folder. */
  async clear(): Promise<void> {
    for (const { child, exited } of this.#runs.splice(0)) {
      child.kill("SIGTERM");
      await exited;
    }
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Launches without npm, so that a signal reaches only the launcher. */
  launch(settings: Record<string, string> = {}, args: string[] = []): Run {
    const script = ["sandbox/launcher/launch.mjs", "sandbox", ...args];
    return this.#follow(
      spawn(process.execPath, script, { env: { ...process.env, ...this.#settings(), ...settings } }),
    );
  }

  #settings(): Record<string, string> {
    return { SANDBOX_DATA_DIR: this.dataDir, ...portVariables(this.ports) };
  }

  #follow(child: ChildProcess): Run {
    let text = "";
    child.stdout?.on("data", (chunk) => (text += chunk));
    child.stderr?.on("data", (chunk) => (text += chunk));
    const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
    const run = { child, output: () => text, exited };
    this.#runs.push(run);
    return run;
  }

  async query<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    const url = `postgres://postgres:postgres@127.0.0.1:${this.ports.database}/postgres`;
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    try {
      return await work(sql);
    } finally {
      await sql.end();
    }
  }

  /** Changes a demo profile, so that a later run can check whether the data was kept. */
  markProfile() {
    return this.query(
      (sql) => sql`update public.profiles set full_name = 'Kept' where full_name = 'Casey Collector'`,
    );
  }

  async keptProfiles(): Promise<number> {
    const [row] = await this.query(
      (sql) => sql<{ n: number }[]>`
        select count(*)::int as n from public.profiles where full_name = 'Kept'`,
    );
    return row?.n ?? 0;
  }

  /** Returns the IDs of processes whose command line contains the data folder. */
  leftovers(): string[] {
    return readdirSync("/proc")
      .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
      .filter((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(this.dataDir);
        } catch {
          return false;
        }
      });
  }

  async untilGone(): Promise<void> {
    const deadline = Date.now() + 30_000;
    while (this.leftovers().length > 0) {
      if (Date.now() > deadline) throw new Error(`still running: ${this.leftovers().join(", ")}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Returns a folder that the user `postgres` can access. Its path contains a space, to detect missing quotes. */
function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "slab relay "));
  chmodSync(folder, 0o755);
  return folder;
}

/** Waits until a run reports that it is ready. Throws its output if it exits or takes more than a minute. */
export async function ready(run: Run): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!run.output().includes("The sandbox is ready.")) {
    if (run.child.exitCode !== null || Date.now() > deadline) throw new Error(`not ready:\n${run.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
