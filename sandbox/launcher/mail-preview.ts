import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Writes every mail with made-up facts to .local/mail-preview; answers the exit code. */
export function mailPreview({ root }: { root: string }): number {
  const folder = join(root, ".local", "mail-preview");
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/jest/bin/jest.js"),
      "--selectProjects",
      "unit",
      "--silent",
      "sandbox/builders/mail.test",
    ],
    { cwd: root, stdio: "inherit", env: { ...process.env, MAIL_PREVIEW: folder } },
  );
  if (status === 0) console.log(`\nOpen ${join(folder, "index.html")} in a browser.`);
  return status ?? 1;
}
