import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Lists the files of the project as it would be committed now, changes included: paths from `root`. */
export function projectFiles(root: string): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const listed = execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 }).split("\0");
  // A file that was deleted is listed until that is committed.
  return listed.filter((file) => file && existsSync(join(root, file)));
}
