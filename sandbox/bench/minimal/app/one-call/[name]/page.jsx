import { cookies } from "next/headers";

const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, ONE_CALL_PAGES = "{}" } = process.env;

/** Makes the one call of a product page, with the token of a cookie, and shows its rows as plain tables. */
export default async function Page({ params }) {
  const [{ name }, store] = await Promise.all([params, cookies()]);
  const { rpc, args = {}, tables } = JSON.parse(ONE_CALL_PAGES)[name];
  const response = await fetch(`${SUPABASE_URL}/rest/v1/rpc/${rpc}`, {
    method: "POST",
    cache: "no-store",
    headers: {
      apikey: SUPABASE_PUBLISHABLE_KEY,
      authorization: `Bearer ${store.get("token")?.value}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(args),
  });
  if (!response.ok) throw new Error(`${rpc} failed with ${response.status}`);
  const result = await response.json();
  return Object.entries(tables).map(([list, columns]) => (
    <table key={list}>
      <tbody>
        {[result[list] ?? []].flat().map((row, place) => (
          <tr key={row.id ?? place}>
            {columns.split(" ").map((column) => (
              <td key={column}>{String(row[column] ?? "")}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  ));
}
