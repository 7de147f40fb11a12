import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Copies the project as it would be committed now, changes included, to a new folder; answers that. */
export function bareClone(root: string): string {
  const clone = mkdtempSync(join(tmpdir(), "slabrelay-clone-"));
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const files = execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 }).split("\0");
  for (const file of files) {
    // A file that was deleted is listed until that is committed.
    if (file && existsSync(join(root, file))) cpSync(join(root, file), join(clone, file));
  }
  return clone;
}
