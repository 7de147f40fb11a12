import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectFiles } from "../project-files.ts";

/** Copies the project as it would be committed now, changes included, to a new folder; answers that. */
export function bareClone(root: string): string {
  const clone = mkdtempSync(join(tmpdir(), "slabrelay-clone-"));
  for (const file of projectFiles(root)) cpSync(join(root, file), join(clone, file));
  return clone;
}
