import { MISSED } from "./target.ts";

/** What one printed table held. */
export type Table = { title: string; head: string[]; rows: string[][] };

/** What was printed since somebody took it: a section's tables, for its place in docs/performance.md. */
const printed: Table[] = [];

/**
 * Prints a table with columns as wide as their widest cell; the first is aligned left, the others right. It is also
 * kept for takePrinted.
 */
export function printTable(title: string, head: string[], rows: string[][]): void {
  printed.push({ title, head, rows });
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  const print = (line: string[]) =>
    console.log(
      `  ${line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join("   ")}`,
    );
  console.log(`\n${title}`);
  print(head);
  print(widths.map((width) => "-".repeat(width)));
  for (const row of rows) print(row);
  console.log("");
}

/** Answers the tables that were printed since it was called last. */
export const takePrinted = (): Table[] => printed.splice(0);

/** What the rows are about whose target is missed, each with its table's title. */
export function missedRows(tables: Table[]): string[] {
  return tables.flatMap(({ title, rows }) =>
    rows.filter((row) => row.includes(MISSED)).map((row) => `${title}: ${row[0]?.trim()}`),
  );
}

/** A ratio as the tables show it. */
export function ratio(value: number): string {
  return value.toFixed(3);
}
