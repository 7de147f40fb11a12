/** Prints a table with columns as wide as their widest cell; the first is aligned left, the others right. */
export function printTable(title: string, head: string[], rows: string[][]): void {
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

/** A ratio as the tables show it. */
export function ratio(value: number): string {
  return value.toFixed(3);
}
