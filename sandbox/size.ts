import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** A project file with its text, which is empty for a binary file. */
type SourceFile = { path: string; text: string };

/** The current limits for lines, functions, indexes and files. */
const BUDGET = { product: 50_500, sql: 10_600, functions: 322, indexes: 75, tests: 75_000, files: 2_000 };

const GENERATED = /database\.types\.ts$|next-env\.d\.ts$|package-lock\.json$/;
const BINARY = /\.(png|jpe?g|webp|ico|woff2?|y4m|gz)$/;

/** The kinds of files. The first match wins. */
const KINDS: [name: string, matches: (path: string) => boolean][] = [
  ["generated", (path) => GENERATED.test(path)],
  ["tests", (path) => /\.(test|spec)\.tsx?$|^e2e\/|^supabase\/tests\//.test(path)],
  [
    "product",
    (path) => /^(app|components|lib)\/.*\.(tsx?|css)$|^(middleware|instrumentation[\w-]*)\.ts$/.test(path),
  ],
  ["SQL", (path) => /^supabase\/migrations\//.test(path)],
  ["sandbox", (path) => /^sandbox\//.test(path)],
  ["docs", (path) => /\.md$|^docs\//.test(path)],
  ["rest", () => true],
];

/** Prints lines and files by kind, the product's compressed size and the database's totals, compared with the budget. */
export function printSize(root: string): number {
  const listed = spawnSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  const files = listed.stdout
    .split("\0")
    .filter(Boolean)
    .map((path) => ({ path, text: BINARY.test(path) ? "" : readFileSync(join(root, path), "utf8") }));
  for (const line of sizeReport(files)) console.log(line);
  return listed.status ?? 1;
}

export function sizeReport(files: SourceFile[]): string[] {
  const kindOf = (path: string) => KINDS.find(([, matches]) => matches(path))?.[0];
  const rows = KINDS.map(([name]) => {
    const own = files.filter(({ path }) => kindOf(path) === name);
    return { name, files: own.length, lines: linesOf(own), text: own.map(({ text }) => text).join("\n") };
  });
  const of = (name: string) => rows.find((row) => row.name === name) ?? { lines: 0, text: "" };
  const sql = of("SQL").text;
  const count = (pattern: RegExp) => [...sql.matchAll(pattern)].length;
  const functions = count(/^create (?:or replace )?function /gim);
  const indexes = count(/^create (?:unique )?index /gim);
  const limits: [what: string, value: number, limit: number][] = [
    ["product lines", of("product").lines, BUDGET.product],
    ["SQL lines", of("SQL").lines, BUDGET.sql],
    ["SQL functions", functions, BUDGET.functions],
    ["SQL indexes", indexes, BUDGET.indexes],
    ["test lines", of("tests").lines, BUDGET.tests],
    ["files", files.length, BUDGET.files],
  ];
  return [
    ...rows.map(({ name, files, lines }) => `${name.padEnd(14)}${cell(lines)} lines ${cell(files)} files`),
    `product source compressed: ${(gzipSync(of("product").text).length / 1024).toFixed(0)} kB`,
    "",
    "                     now    budget",
    ...limits.map(
      ([what, value, limit]) =>
        `${what.padEnd(14)} ${cell(value)} ${cell(limit)}${value > limit ? "  over" : ""}`,
    ),
  ];
}

const linesOf = (files: SourceFile[]) =>
  files.reduce((sum, { text }) => sum + (text ? text.split("\n").length - 1 : 0), 0);

const cell = (value: number) => value.toLocaleString("en-US").padStart(9);
