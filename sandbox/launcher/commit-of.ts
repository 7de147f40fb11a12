import { execFileSync } from "node:child_process";

/** The commit that is checked out, marked where there is work besides; changes of `page`, which keeps results, are none. */
export function commitOf(root: string, page: string): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const isChanged = git("status", "--porcelain", "--", ".", `:!${page}`) !== "";
  return git("rev-parse", "--short", "HEAD") + (isChanged ? " with changes" : "");
}
