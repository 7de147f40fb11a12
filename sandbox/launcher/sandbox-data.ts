import { chownSync, cpSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { locatePostgres } from "../postgres/postgres-files.ts";

/** Copies a stopped sandbox's data except emails. PostgreSQL's user owns the copied cluster. */
export function copySandboxData(from: string, to: string): void {
  const source = locatePostgres(join(from, "postgres"));
  const target = locatePostgres(join(to, "postgres"));
  cpSync(source.dataDir, target.dataDir, { recursive: true, preserveTimestamps: true });
  if (target.runAs) {
    const { uid, gid } = target.runAs;
    for (const entry of readdirSync(target.dataDir, { recursive: true, encoding: "utf8" }))
      chownSync(join(target.dataDir, entry), uid, gid);
  }
  cpSync(join(from, "stripe.sqlite"), join(to, "stripe.sqlite"));
}

/** Deletes the data of a stopped sandbox. */
export function resetSandbox(dataDir: string): void {
  const cluster = locatePostgres(join(dataDir, "postgres")).dataDir;
  // The cluster may be elsewhere; see locatePostgres.
  const isElsewhere = !cluster.startsWith(resolve(dataDir));
  rmSync(isElsewhere ? dirname(cluster) : cluster, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}
