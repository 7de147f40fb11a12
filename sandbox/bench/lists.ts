import type postgres from "postgres";
import type { SavedView } from "../../lib/staff/orders/list-query.ts";
import { SANDBOX_STAFF } from "../launcher/environment.ts";
import { type BenchProduct, logIn, startBenchProduct } from "./bench-product.ts";
import { fetchHtml, median, ratio, type Table, targetCell } from "./measure.ts";
import type { SectionOptions } from "./run-bench.ts";

const FEW = 10_000;
const MANY = 1_000_000;
const ROUNDS = 15;
/** How much longer a page may take with many orders than with few when it shows the same number of rows. */
const MOST_GROWTH = { most: 1.5 };
/** Milliseconds in the database. */
const WORST_SEARCH = { most: 100 };
const SEARCHES = 200;
const HOSTILE =
  "%|_|\\|-|@|1z|1z12|sub-1000|order-batch|com.moc.com|test test test|sofia sofi sof|a b c d e f|山田太郎|zoë|🂡";

/** A view of the staff list, given by its query parameters. */
type List = { name: string; query: Record<string, string> };
/** Maps each query parameter to an argument of staff_list_orders. */
const ARGUMENTS: Record<string, string> = {
  q: "p_search",
  payment: "p_payment",
  fulfillment: "p_fulfillment",
  view: "p_view",
  sort: "p_sort",
  at: "p_cursor_at",
  id: "p_cursor_id",
};

/** Compares the staff list with few orders and with a million, and finds the slowest searches among the million. */
export async function benchLists({ root, isQuick }: SectionOptions): Promise<Table[]> {
  const products: BenchProduct[] = [];
  try {
    for (const orders of [FEW, isQuick ? MANY / 10 : MANY]) {
      const product = await startBenchProduct(root, orders);
      products.push(product);
      // From here on, the connection makes its calls as staff.
      await product.sql`
        select set_config('request.jwt.claims', json_build_object('sub', id, 'role', 'authenticated')::text, false)
        from auth.users where email = ${SANDBOX_STAFF[0]}`;
    }
    const [few, many] = products;
    if (!few || !many) throw new Error("There is nothing to measure.");
    return [await measureGrowth(few, many), await findWorstSearches(many.sql)];
  } finally {
    for (const product of products) await product.stop();
  }
}

async function measureGrowth(few: BenchProduct, many: BenchProduct): Promise<Table> {
  const [fewLists, manyLists] = [await readLists(few.sql), await readLists(many.sql)];
  const cookies = new Map<BenchProduct, string>();
  for (const product of [few, many]) cookies.set(product, (await logIn(product.url, "staff")).cookie);
  const measure = async (product: BenchProduct, { query }: List) => {
    const { orders, ms: sql } = await callDatabase(product.sql, query);
    const began = performance.now();
    await fetchHtml(`${product.url}/admin?${new URLSearchParams(query)}`, cookies.get(product));
    return { orders, sql, page: performance.now() - began };
  };
  type Measured = Awaited<ReturnType<typeof measure>>;
  const rows: string[][] = [];
  for (const [place, list] of manyLists.entries()) {
    const [ofFew, ofMany]: [Measured[], Measured[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      ofFew.push(await measure(few, fewLists[place] ?? list));
      ofMany.push(await measure(many, list));
    }
    const pair = (key: keyof Measured) => [ofFew, ofMany].map((all) => median(all.map((one) => one[key])));
    const [orders, sql, page] = [pair("orders"), pair("sql"), pair("page")];
    const value = (page[1] ?? 0) / (page[0] ?? 0);
    const target = orders[0] === orders[1] ? MOST_GROWTH : undefined;
    const times = [...sql, ...page].map((ms) => ms.toFixed(1));
    rows.push([list.name, orders.join(" / "), ...times, ratio(value), targetCell(value, target)]);
  }
  const times = ["SQL, few", "SQL, many", "page, few", "page, many"];
  return { head: ["Staff's list, ms", "orders shown", ...times, "ratio", "target"], rows };
}

async function callDatabase(sql: postgres.Sql, query: List["query"]) {
  const named = Object.keys(query).map((name, place) => `${ARGUMENTS[name]} => $${place + 1}`);
  const began = performance.now();
  const [row] = await sql.unsafe<{ page: { orders: unknown[] } }[]>(
    `select public.staff_list_orders(${named.join(", ")}) as page`,
    Object.values(query),
  );
  return { orders: row?.page.orders.length ?? 0, ms: performance.now() - began };
}

/** Returns the lists to compare. Some refer to an order in this database. */
async function readLists(sql: postgres.Sql): Promise<List[]> {
  const [deep] = await sql<{ at: string; id: string; batch: string; email: string }[]>`
    select to_json(submitted_at) #>> '{}' as at, id, batch_id as batch, coalesce(user_email, guest_email) as email
    from public.grading_orders order by submitted_at, id
    offset (select reltuples * 0.1 from pg_class where oid = 'public.grading_orders'::regclass) limit 1`;
  if (!deep) throw new Error("There are no orders.");
  const views: SavedView[] = ["to_check_in", "ready_to_send", "at_grader", "waiting_on_us", "overdue"];
  const searches = {
    "a batch id": deep.batch,
    "an email": deep.email,
    "common word": "gmail",
    "no hit": "zxqw",
  };
  return [
    { name: "first page", query: {} },
    { name: "deep page (90 %)", query: { at: deep.at, id: deep.id } },
    { name: "both filters", query: { payment: "paid", fulfillment: "complete" } },
    { name: "both filters, no hit", query: { payment: "failed", fulfillment: "grading" } },
    ...views.map((view) => ({ name: `view: ${view}`, query: { view } })),
    { name: "sorted, too many", query: { sort: "cards" } },
    ...Object.entries(searches).map(([name, q]) => ({ name: `search: ${name}`, query: { q } })),
  ];
}

async function findWorstSearches(sql: postgres.Sql): Promise<Table> {
  const hostile = HOSTILE.split("|");
  // Substrings of one to twelve letters from the searchable columns of orders.
  const drawn = await sql<{ q: string }[]>`
    select substr(search_text, (random() * length(search_text))::int, 1 + (random() * 11)::int) as q
    from public.grading_orders tablesample system (5) order by random() limit ${SEARCHES - hostile.length}`;
  const found: { q: string; ms: number }[] = [];
  for (const q of [...hostile, ...drawn.map((one) => one.q)]) {
    const times: number[] = [];
    for (let round = 0; round < 3; round++) times.push((await callDatabase(sql, { q })).ms);
    found.push({ q, ms: median(times) });
  }
  const worst = found.sort((a, b) => b.ms - a.ms).slice(0, 3);
  const rows = worst.map(({ q, ms }) => [JSON.stringify(q), ms.toFixed(1), targetCell(ms, WORST_SEARCH)]);
  return { head: [`The worst of ${SEARCHES} searches`, "SQL, ms", "target"], rows };
}
