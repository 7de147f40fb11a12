import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The command line of a running process, or "" when there is none: tells a process of ours from a reused number. */
export function processArguments(pid: number): string {
  if (!Number.isInteger(pid) || pid < 2) return "";
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    const result = spawnSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" });
    return result.error ? "" : result.stdout;
  }
}
