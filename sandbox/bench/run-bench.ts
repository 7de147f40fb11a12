import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { installIfNeeded } from "../launcher/install-packages.mjs";
import { benchLists } from "./lists.ts";
import { benchLoad } from "./load.ts";
import { asMarkdown, missedRows, type Table, withSection } from "./measure.ts";
import { benchPages } from "./pages.ts";
import { benchPrivatePages } from "./private-pages.ts";

/** `isQuick` runs one short round with fewer orders, to check that the benchmark works. */
export type SectionOptions = { root: string; isQuick: boolean };

const sections: Record<string, (options: SectionOptions) => Promise<Table[]>> = {
  pages: benchPages,
  private: benchPrivatePages,
  lists: benchLists,
  load: benchLoad,
};

/**
 * Runs the sections named in `args`, or all of them, and prints their tables. `--write` also puts them into
 * docs/performance.md. Returns the exit code. Throws on an error, but not when a target is missed.
 */
export async function runBench({ root, args }: { root: string; args: string[] }): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith("--"));
  const [isQuick, isWritten] = ["--quick", "--write"].map((option) => args.includes(option));
  const unknown = names.filter((name) => !(name in sections));
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(", ")}. Choose from ${Object.keys(sections).join(", ")}.`);
  if (isQuick && isWritten) throw new Error("A quick run isn't precise enough for --write.");
  installIfNeeded(join(root, "sandbox", "bench"), "Installing what only the benchmarks need …");
  const source = sourceOf(root);
  for (const [name, run] of Object.entries(sections)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const tables = await run({ root, isQuick: isQuick === true });
    const body = [source, ...tables.map(asMarkdown)].join("\n\n");
    console.log(`\n### ${name}\n\n${body}\n`);
    for (const row of missedRows(tables)) console.log(`Missed target: ${row}`);
    if (!isWritten) continue;
    const page = join(root, "docs", "performance.md");
    writeFileSync(page, withSection(readFileSync(page, "utf8"), name, body));
  }
  return 0;
}

/** Returns the commit, date and machine of this run. */
function sourceOf(root: string): string {
  const commit = execFileSync("git", ["describe", "--always", "--dirty", "--exclude=*"], { cwd: root });
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const day = new Date().toISOString().slice(0, 10);
  return `At \`${String(commit).trim()}\` on ${day}; ${machine}, load ${loadavg()[0]?.toFixed(1)} before.`;
}
