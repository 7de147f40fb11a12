import { SANDBOX_STAFF } from "../launcher/environment.ts";
import { createProgress } from "../launcher/progress.ts";
import { DEMO_CUSTOMERS } from "../seed/demo-accounts.ts";
import { seedOrders } from "../seed/seed-orders.ts";
import { BenchProduct } from "./bench-product.ts";
import { logIn } from "./log-in.ts";
import { CSS_BUDGET, HTML_BUDGETS, pageBytes } from "./page-bytes.ts";
import { printTable } from "./table.ts";
import { TARGET_HEAD, targetCells } from "./target.ts";

/** Enough for a full page of the list. */
const ORDERS = 1_000;

/** Weighs the HTML and the style sheets of the pages: figures that no clock and no load changes. */
export async function benchBytes({ root }: { root: string }): Promise<void> {
  const { log } = createProgress();
  const product = await BenchProduct.start(root, log);
  try {
    await seedOrders(product.environment.SANDBOX_DATABASE_URL ?? "", ORDERS, log);
    const rows: string[][] = [];
    for (const [path, cookie] of await askedPages(product)) {
      const answer = await fetch(product.url + path, { headers: { cookie }, redirect: "manual" });
      if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`);
      const read = async (sheet: string) =>
        new Uint8Array(await (await fetch(product.url + sheet)).arrayBuffer());
      const { html, htmlSent, css, cssSent } = await pageBytes(await answer.text(), read);
      const budget = HTML_BUDGETS[path];
      rows.push([
        path.replace(/[\da-f-]{36}$/, "{id}"),
        (html / 1000).toFixed(1),
        (htmlSent / 1000).toFixed(1),
        ...targetCells(html / 1000, budget ? { most: budget / 1000 } : undefined, 1),
        (css / 1024).toFixed(1),
        (cssSent / 1024).toFixed(1),
        ...targetCells(css / 1024, { most: CSS_BUDGET / 1024 }, 1),
      ]);
    }
    printTable(
      "Bytes: HTML as it is (KB, 1000 bytes), CSS compressed with brotli (KiB)",
      ["page", "HTML KB", "gzip KB", ...TARGET_HEAD, "CSS KiB", "gzip KiB", ...TARGET_HEAD],
      rows,
    );
  } finally {
    await product.stop();
  }
}

/** Which pages, and as whom. */
async function askedPages({ url, sql }: BenchProduct): Promise<[path: string, cookie: string][]> {
  const customer = (await logIn(url, DEMO_CUSTOMERS[0])).cookie;
  const staff = (await logIn(url, SANDBOX_STAFF[0])).cookie;
  const [order] = await sql<{ id: string }[]>`
    select id from public.grading_orders where submission_status = 'delivered'
    order by submitted_at desc, id desc limit 1`;
  return [
    ["/", ""],
    ["/pricing", ""],
    ["/login", ""],
    ["/signup", ""],
    ["/dashboard", customer],
    ["/submit", customer],
    ["/portal/profile", customer],
    ["/admin", staff],
    [`/admin/order/${order?.id}`, staff],
  ];
}
