const QUOTE = 34;
const NEW_LINE = 10;

/** Counts the rows of a CSV file while its bytes arrive; line ends within quotes belong to a cell. */
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
