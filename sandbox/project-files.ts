import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Lists the project's files as they would be committed now, including uncommitted changes. Paths are relative to
 * `root`.
 */
export function projectFiles(root: string): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const listed = execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 }).split("\0");
  // Git lists a deleted file until the deletion is committed.
  return listed.filter((file) => file && existsSync(join(root, file)));
}
