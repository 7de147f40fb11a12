// Plain JavaScript without dependencies: the launcher calls it when nothing is installed yet.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Installs the packages that the lock file of `folder` names, unless the last installation there was of this very lock.
 * Throws when npm fails. `announce` is printed before it begins.
 *
 * @param {string} folder
 * @param {string} announce
 */
export function installIfNeeded(folder, announce) {
  const lock = join(folder, "package-lock.json");
  const stamp = join(folder, "node_modules", ".installed-lock");
  const wanted = createHash("sha256").update(readFileSync(lock)).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log(announce);
  const started = Date.now();
  // Not `npm ci`: it refuses a lock file that lacks a platform's optional binary, which a registry may not offer yet.
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const result = spawnSync(npm, ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
    // NODE_ENV=production in the caller's shell would leave out what the sandbox and the build need.
    env: { ...process.env, NODE_ENV: "development" },
  });
  if (result.status !== 0) {
    throw new Error(`Installing packages failed (npm install ended with ${result.status ?? result.signal}).`);
  }
  writeFileSync(stamp, wanted);
  console.log(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}
