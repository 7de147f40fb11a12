import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Writes every email with sample facts to .local/mail-preview. Returns the exit code. */
export function mailPreview({ root }: { root: string }): number {
  const folder = join(root, ".local", "mail-preview");
  const status = writeEmails({ root, folder });
  if (status === 0) console.log(`\nOpen ${join(folder, "index.html")} in a browser.`);
  return status;
}

/** Writes every email with sample facts into a folder, with an index.html. Returns the exit code. */
export function writeEmails({ root, folder }: { root: string; folder: string }): number {
  const jest = join(root, "node_modules/jest/bin/jest.js");
  const { status } = spawnSync(
    process.execPath,
    [jest, "--selectProjects", "unit", "--silent", "lib/email/emails.test"],
    { cwd: root, stdio: "inherit", env: { ...process.env, MAIL_PREVIEW: folder } },
  );
  return status ?? 1;
}
