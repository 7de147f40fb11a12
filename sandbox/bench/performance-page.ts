import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { commitOf } from "../launcher/commit-of.ts";
import type { Table } from "./table.ts";

/** The page that keeps what each section of the bench showed last. */
const PAGE = "docs/performance.md";

/** What a section showed, and under which circumstances. */
export type SectionResult = {
  name: string;
  commit: string;
  /** As 2026-11-22. */
  day: string;
  seconds: number;
  /** Of what the figures are: processors, memory, what else ran. */
  machine: string;
  tables: Table[];
};

/** Puts a section's tables into the page, in place of what it showed before; a new section goes to the end. */
export function withSection(page: string, result: SectionResult): string {
  const lines = page.trimEnd().split("\n");
  const heading = `### ${result.name}`;
  const at = lines.indexOf(heading);
  const begin = at < 0 ? lines.length : at;
  const next = lines.findIndex((line, place) => place > begin && /^##/.test(line));
  const end = at < 0 || next < 0 ? lines.length : next;
  const before = lines.slice(0, begin).join("\n").trimEnd();
  const after = lines.slice(end).join("\n").trimEnd();
  return [before, "", heading, "", ...bodyOf(result), ...(after ? ["", after] : []), ""].join("\n");
}

function bodyOf({ commit, day, seconds, machine, tables }: SectionResult): string[] {
  const source = `At \`${commit}\` on ${day}, in ${Math.round(seconds)} s; ${machine}.`;
  return [
    source,
    ...tables.flatMap(({ title, head, rows }) => ["", `**${title}**`, "", ...grid(head, rows)]),
  ];
}

function grid(head: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)];
}

/** Under which circumstances a section begins: its code, and how many programs wait for a processor. */
export const circumstances = (root: string) => ({ commit: commitOf(root, PAGE), load: loadavg()[0] ?? 0 });

/** Keeps what a section showed in docs/performance.md; work that is not committed yet is marked at its commit. */
export function keepSection(
  root: string,
  result: Pick<SectionResult, "name" | "seconds" | "tables"> & ReturnType<typeof circumstances>,
): void {
  const file = join(root, PAGE);
  const { load, ...shown } = result;
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus().length} processors, ${gigabytes} GiB, load ${load.toFixed(1)} before`;
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(file, withSection(readFileSync(file, "utf8"), { ...shown, day, machine }));
}
