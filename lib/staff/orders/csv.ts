type Cell = string | number | boolean | null | undefined;

/** What a spreadsheet takes for the beginning of a formula, also behind spaces; tab and return as well (OWASP). */
const FORMULA = /^[\t\r]|^\s*[=+\-@＝＋－＠]/;
/** The same behind a mark that divides cells where the list separator is not a comma, as in most of Europe. */
const LATER_FORMULA = /([;|\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g;

/**
 * Writes one row of a CSV file, with its line end (RFC 4180). Null and undefined make an empty cell. Texts that a
 * spreadsheet would run as a formula get an apostrophe in front (OWASP, CSV injection), also where a line or another list separator would begin a
 * cell; numbers stay numbers, negative ones too.
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

/**
 * Makes a counter of the rows of a CSV file, for one that is still arriving: it takes the next bytes, wherever they are
 * cut, and answers how many rows have ended so far. Line ends within quotes, as csvRow writes them, belong to a cell.
 */
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
