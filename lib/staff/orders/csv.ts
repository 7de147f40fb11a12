type Cell = string | number | boolean | null | undefined;

/** The start of a spreadsheet formula, including after spaces, a tab or a carriage return (OWASP). */
const FORMULA = /^[\t\r]|^\s*[=+\-@＝＋－＠]/;
/** A formula after a separator that divides cells in locales whose list separator isn't a comma, as in most of Europe. */
const LATER_FORMULA = /([;|\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g;

/**
 * Returns one row of a CSV file, including its line end (RFC 4180). Null and undefined become an empty cell. Texts
 * that a spreadsheet would run as a formula get a leading apostrophe (OWASP, CSV injection), as do formulas after a
 * line end or another separator. Numbers stay numbers.
 */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "string") return String(cell);
  const text = (FORMULA.test(cell) ? `'${cell}` : cell).replace(LATER_FORMULA, "$1'");
  return /[",\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const QUOTE = 34;
const NEW_LINE = 10;

/** Returns a function that counts the rows of a CSV file chunk by chunk. Line ends inside quotes belong to a cell. */
export function csvRowCounter(): (chunk: Uint8Array) => number {
  let rows = 0;
  let isQuoted = false;
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === NEW_LINE && !isQuoted) rows += 1;
    }
    return rows;
  };
}
