// Plain JavaScript without dependencies, because the launcher runs it before anything is installed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Runs `npm ci` in `folder` unless everything in its lock file is already installed there. Prints `announce` first.
 * Throws when npm fails.
 *
 * @param {string} folder
 * @param {string} announce
 */
export function installIfNeeded(folder, announce) {
  if (isInstalled(folder)) return;
  console.log(announce);
  const started = Date.now();
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const result = spawnSync(npm, ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (result.status !== 0) {
    throw new Error(`Installing packages failed (npm ci ended with ${result.status ?? result.signal}).`);
  }
  console.log(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/**
 * Compares the lock file with the one that npm writes into node_modules after each installation. Optional packages are
 * left out: most of them are for other platforms.
 *
 * @param {string} folder
 */
export function isInstalled(folder) {
  const installed = join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  const wanted = packagesOf(join(folder, "package-lock.json"));
  const found = packagesOf(installed);
  return Object.entries(wanted).every(
    ([path, { integrity, optional }]) => path === "" || optional || found[path]?.integrity === integrity,
  );
}

/** @param {string} lockFile */
function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, "utf8")).packages;
}
