/** Prints rows of an answer as plain tables. `tables` names each list (or single object) with its columns. */
export function Rows({ tables, answer }) {
  return tables.map(({ path, columns }) => (
    <table key={path}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column}>{column}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rowsOf(answer[path]).map((row, place) => (
          <tr key={row.id ?? place}>
            {columns.map((column) => (
              <td key={column}>{textOf(row[column])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  ));
}

function rowsOf(value) {
  if (Array.isArray(value)) return value;
  return value ? [value] : [];
}

const textOf = (value) =>
  value !== null && typeof value === "object" ? JSON.stringify(value) : String(value ?? "");
