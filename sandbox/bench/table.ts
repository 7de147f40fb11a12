/** A table of results. The first cell of its head says what it measures. */
export type Table = { head: string[]; rows: string[][] };

/** The least or the most that a value should be. */
export type Target = { least: number } | { most: number };

/** Returns a ratio as the tables show it. */
export const ratio = (value: number): string => value.toFixed(3);

/**
 * Returns the target as a cell, marked when the value misses it. The value counts as rounded to three digits, so that no
 * row contradicts itself; NaN (it couldn't be measured) misses every target.
 */
export function targetCell(value: number, target?: Target): string {
  if (!target) return "";
  const rounded = Number(value.toFixed(3));
  const [sign, limit] = "least" in target ? ["≥", target.least] : ["≤", target.most];
  const isMet = sign === "≥" ? rounded >= limit : rounded <= limit;
  return `${sign} ${limit}${isMet ? "" : " MISSED"}`;
}

/** Returns the first cell of each row that misses its target. */
export function missedRows(tables: Table[]): string[] {
  const rows = tables.flatMap((table) => table.rows);
  return rows.filter((row) => row.some((cell) => cell.endsWith(" MISSED"))).map(([name = ""]) => name);
}

/** Returns a table as Markdown, with columns as wide as their widest cell: the first aligned left, the others right. */
export function asMarkdown({ head, rows }: Table): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)));
  const lineOf = (cells: string[]) => {
    const padded = widths.map((width, column) => {
      const cell = cells[column] ?? "";
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    return `| ${padded.join(" | ")} |`;
  };
  const rule = widths.map((width, column) => "-".repeat(width - 1) + (column === 0 ? "-" : ":"));
  return [head, rule, ...rows].map(lineOf).join("\n");
}

/** Replaces what stands under the page's heading `### name`, or adds the section at the end. */
export function withSection(page: string, name: string, body: string): string {
  const section = `### ${name}\n\n${body}\n`;
  const begin = `\n${page}`.indexOf(`\n### ${name}\n`);
  if (begin < 0) return `${page.trimEnd()}\n\n${section}`;
  const next = page.indexOf("\n##", begin + 1);
  return page.slice(0, begin) + section + (next < 0 ? "" : page.slice(next));
}
