type Cell = string | number | boolean | null | undefined;

/** The start of a spreadsheet formula, also after spaces; tab and return as well (OWASP). */
const FORMULA = /^[\t\r]|^\s*[=+\-@＝＋－＠]/;
/** The same after a separator that divides cells where the list separator isn't a comma, as in most of Europe. */
const LATER_FORMULA = /([;|\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g;

/**
 * Returns one row of a CSV file, with its line end (RFC 4180). Null and undefined make an empty cell. Texts that a spreadsheet would run as
 * a formula get an apostrophe in front (OWASP, CSV injection), also after a line end or another separator; numbers stay numbers.
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

/** Returns a function that counts the rows of a CSV file chunk by chunk. Line ends within quotes belong to a cell. */
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
