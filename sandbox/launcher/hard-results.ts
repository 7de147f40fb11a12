import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commitOf } from "./commit-of.ts";

/** The page that keeps the last result of each part of the hard suite. */
const PAGE = "docs/hard-suite.md";

/** What one part of the hard suite came to, at which commit and on which day. */
export type HardResult = {
  part: string;
  commit: string;
  /** As 2026-11-22. */
  day: string;
  seconds: number;
  passed: number;
  failed: number;
};

/** Puts a result into the page's table, in place of the part's former one. */
export function withResult(page: string, result: HardResult): string {
  const { part, commit, day, seconds, passed, failed } = result;
  const row = `| ${part} | ${passed} | ${failed} | ${Math.round(seconds)} s | \`${commit}\` | ${day} |`;
  const lines = page.trimEnd().split("\n");
  // A table above says what each part proves.
  const results = lines.indexOf("## Last results");
  const at = lines.findIndex((line, place) => place > results && line.startsWith(`| ${part} |`));
  return `${(at < 0 ? [...lines, row] : lines.with(at, row)).join("\n")}\n`;
}

/**
 * Keeps what parts of the hard suite came to; work that is not committed yet is marked at its commit, but for the results
 * of parts before.
 */
export function keepHardResults(
  root: string,
  results: Pick<HardResult, "part" | "seconds" | "passed" | "failed">[],
): void {
  const commit = commitOf(root, PAGE);
  const day = new Date().toISOString().slice(0, 10);
  const file = join(root, PAGE);
  writeFileSync(
    file,
    results.reduce(
      (page, result) => withResult(page, { ...result, commit, day }),
      readFileSync(file, "utf8"),
    ),
  );
}
