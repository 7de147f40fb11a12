import { type BenchProduct, deliveredOrder, logIn, startBenchProduct } from "./bench-product.ts";
import { COMPARISON, compareLoad, type Table } from "./measure.ts";
import { buildMinimalApp, startMinimalApp } from "./minimal-app.ts";
import type { SectionOptions } from "./run-bench.ts";

const ORDERS = 10_000;

/** A page, and the call and content of the minimal page it is compared with. */
type PrivatePage = {
  path: string;
  who: "customer" | "staff";
  /** Text that each page contains only if it read its data. */
  shows: string;
  rpc: string;
  args?: Record<string, string>;
  /** Columns to show, by the name of the list or object in the result. */
  tables: Record<string, string>;
  /** The minimum ratio of requests per second. */
  least: number;
};

const ORDER =
  "batch_id num_cards plan_type total_paid payment_status submission_status tracking_number submitted_at";
const STAFF_ORDER = `user_email guest_email ${ORDER} fulfillment_status grading_submission_number`;
const EVENT = "type from_value to_value actor_email occurred_at";
const DEMO_BATCH = "BATCH-3NA5SDF59-2CNH";

async function privatePages(product: BenchProduct): Promise<PrivatePage[]> {
  const { id, batch_id } = await deliveredOrder(product);
  const [newest] = await product.sql<{ batch_id: string }[]>`
    select batch_id from public.grading_orders order by submitted_at desc, id desc limit 1`;
  return [
    {
      path: "/dashboard",
      who: "customer",
      shows: DEMO_BATCH,
      rpc: "get_dashboard",
      tables: { tiles: "total awaiting currently_grading graded", recent: ORDER, orders: ORDER },
      least: 0.65,
    },
    {
      path: "/submit",
      who: "customer",
      shows: DEMO_BATCH,
      rpc: "get_submit_page",
      tables: { month: "start end used_cards", profile: "full_name city country", recent_orders: ORDER },
      least: 0.65,
    },
    {
      path: "/portal/profile",
      who: "customer",
      shows: "Apt 4",
      rpc: "get_profile_page",
      tables: { profile: "address_line2", memberships: "plan_type status current_period_end" },
      least: 0.65,
    },
    {
      path: "/admin",
      who: "staff",
      shows: newest?.batch_id ?? "no order",
      rpc: "staff_list_orders",
      tables: { orders: STAFF_ORDER },
      least: 0.5,
    },
    {
      path: `/admin/order/${id}`,
      who: "staff",
      shows: batch_id,
      rpc: "staff_get_order_page",
      args: { p_order_id: id },
      tables: { order: STAFF_ORDER, events: EVENT, notes: "author_email body created_at" },
      least: 0.65,
    },
  ];
}

/** Compares the pages of customers and staff with minimal pages that make the same call. */
export async function benchPrivatePages({ root, isQuick }: SectionOptions): Promise<Table[]> {
  const dir = await buildMinimalApp(root);
  const product = await startBenchProduct(root, ORDERS);
  try {
    const pages = await privatePages(product);
    const byCall = Object.fromEntries(pages.map((page) => [page.rpc, page]));
    const settings = { ...product.environment, ONE_CALL_PAGES: JSON.stringify(byCall) };
    const control = await startMinimalApp(root, dir, settings);
    try {
      const rows: string[][] = [];
      for (const { path, who, shows, rpc, least } of pages) {
        // Logs in again for each run, because the role in the cookies is valid for five minutes.
        const session = () => logIn(product.url, who);
        const name = path.replace(/[\da-f-]{36}$/, "{id}");
        const page = { name, url: product.url + path, pid: product.pid, shows };
        const oneCall = {
          name: `one call: ${rpc}`,
          url: `${control.url}/one-call/${rpc}`,
          pid: control.pid,
          shows,
        };
        const compared = await compareLoad(
          { ...page, cookie: async () => (await session()).cookie },
          { ...oneCall, cookie: async () => `token=${(await session()).token}` },
          { connections: 16, least, isQuick },
        );
        rows.push(...compared);
      }
      return [{ head: ["Page, and one call", ...COMPARISON], rows }];
    } finally {
      await control.stop();
    }
  } finally {
    await product.stop();
  }
}
