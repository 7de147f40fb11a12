import { setTimeout as sleep } from "node:timers/promises";
import { SANDBOX_STAFF } from "../launcher/environment.ts";
import { createProgress } from "../launcher/progress.ts";
import { DEMO_CUSTOMERS } from "../seed/demo-accounts.ts";
import { seedOrders } from "../seed/seed-orders.ts";
import { compareCheckouts } from "./bench-checkouts.ts";
import { BenchProduct } from "./bench-product.ts";
import { compareWebhooks } from "./bench-webhooks.ts";
import { askFor } from "./load.ts";
import { logIn } from "./log-in.ts";
import { buildControlApp } from "./minimal-app.ts";
import { residentMiB } from "./process-figures.ts";
import { printTable, ratio } from "./table.ts";
import { TARGET_HEAD, targetCells } from "./target.ts";

const ORDERS = 10_000;
const FIRST_REQUESTS = 500;
const ALL_REQUESTS = 10_000;

/**
 * Measures what the product takes: payment pages that are opened, webhooks beside a bare handler that makes the same
 * calls, and the memory that it holds after ten thousand requests. `--quick` takes a tenth.
 */
export async function benchLoad({ root, args }: { root: string; args: string[] }): Promise<void> {
  const { log } = createProgress();
  const isQuick = args.includes("--quick");
  const control = await buildControlApp(root, log);
  const product = await BenchProduct.start(root, log);
  try {
    log("Opening payment pages …");
    const opened = await compareCheckouts(product, isQuick ? 30 : 300);
    log("Delivering webhooks …");
    await compareWebhooks(product, { root, control, opened, rounds: isQuick ? 1 : 3, log });
    await seedOrders(product.environment.SANDBOX_DATABASE_URL ?? "", ORDERS, log);
    log("Asking for pages, thousands of times …");
    await compareMemory(product, isQuick ? ALL_REQUESTS / 10 : ALL_REQUESTS);
  } finally {
    await product.stop();
  }
}

async function compareMemory(product: BenchProduct, all: number): Promise<void> {
  // A process that has answered nothing yet.
  await product.startApp();
  const idle = residentMiB(product.pid);
  const held: { requests: number; mebibytes: number }[] = [];
  for (let done = 0; done < all; ) {
    // Anew each time: what the cookies tell of a role is true for five minutes.
    await askFor(product.url, await mixOf(product), FIRST_REQUESTS);
    done += FIRST_REQUESTS;
    if (done > FIRST_REQUESTS && done < all && done % (all / 4) !== 0) continue;
    await sleep(2_000);
    held.push({ requests: done, mebibytes: residentMiB(product.pid) });
  }
  const first = held[0]?.mebibytes ?? Number.NaN;
  const rows = held.map(({ requests, mebibytes }) => {
    const value = mebibytes / first;
    const target = requests === all ? { most: 1.3 } : undefined;
    return [
      requests.toLocaleString("en-US"),
      mebibytes.toFixed(0),
      ratio(value),
      ...targetCells(value, target),
    ];
  });
  printTable(
    "Memory of the app (RSS) after requests for pages of all kinds",
    ["requests", "MiB", `beside ${FIRST_REQUESTS}`, ...TARGET_HEAD],
    [["none yet", idle.toFixed(0), ratio(idle / first), "", ""], ...rows],
  );
}

/** What people ask for, as visitors, as a customer and as staff. */
async function mixOf({ url, sql }: BenchProduct): Promise<{ path: string; cookie: string }[]> {
  const customer = (await logIn(url, DEMO_CUSTOMERS[0])).cookie;
  const staff = (await logIn(url, SANDBOX_STAFF[0])).cookie;
  const [order] = await sql<{ id: string }[]>`
    select id from public.grading_orders where submission_status = 'delivered'
    order by submitted_at desc, id desc limit 1`;
  const of = (cookie: string, ...paths: string[]) => paths.map((path) => ({ path, cookie }));
  return [
    ...of("", "/", "/pricing", "/login", "/signup", "/api/health"),
    ...of(customer, "/dashboard", "/submit", "/portal/profile"),
    ...of(staff, "/admin", "/admin?q=gmail", `/admin/order/${order?.id}`, "/admin/numbers"),
  ];
}
