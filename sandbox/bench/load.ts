import { setTimeout as sleep } from "node:timers/promises";
import { Product } from "../builders/product.ts";
import { type BenchProduct, deliveredOrder, logIn, startBenchProduct } from "./bench-product.ts";
import { cpuMs, median, ratio, requestPages, residentMiB, type Table, targetCell } from "./measure.ts";
import type { SectionOptions } from "./run-bench.ts";

const ORDERS = 10_000;
const REQUESTS = [500, 2_500, 5_000, 7_500, 10_000];
/** How much memory may grow between the first and the last batch of requests. */
const MOST_GROWTH = { most: 1.3 };
const CHECKOUTS = 300;
const AT_ONCE = 16;

/** Measures the app's memory after thousands of requests, and how many checkouts guests can open. */
export async function benchLoad({ root, isQuick }: SectionOptions): Promise<Table[]> {
  const product = await startBenchProduct(root, ORDERS);
  try {
    const memory = await measureMemory(product, isQuick ? REQUESTS.slice(0, 2) : REQUESTS);
    return [memory, await measureCheckouts(product, isQuick ? CHECKOUTS / 10 : CHECKOUTS)];
  } finally {
    await product.stop();
  }
}

async function measureMemory(product: BenchProduct, steps: number[]): Promise<Table> {
  const idle = residentMiB(product.pid);
  const rows = [["none", idle.toFixed(0), "", ""]];
  let done = 0;
  let first = Number.NaN;
  for (const requests of steps) {
    await requestPages(product.url, requests - done, await pagesOfAllKinds(product));
    await sleep(2_000);
    const held = residentMiB(product.pid);
    if (done === 0) first = held;
    done = requests;
    const target = requests === steps.at(-1) ? MOST_GROWTH : undefined;
    const cells = [held.toFixed(0), ratio(held / first), targetCell(held / first, target)];
    rows.push([requests.toLocaleString("en-US"), ...cells]);
  }
  return { head: ["Memory (RSS) after requests for all kinds of pages", "MiB", "ratio", "target"], rows };
}

/** Returns pages as a visitor, a customer and staff open them. */
async function pagesOfAllKinds(product: BenchProduct): Promise<{ path: string; cookie: string }[]> {
  const { cookie: customer } = await logIn(product.url, "customer");
  const { cookie: staff } = await logIn(product.url, "staff");
  const { id } = await deliveredOrder(product);
  const as = (cookie: string, ...paths: string[]) => paths.map((path) => ({ path, cookie }));
  return [
    ...as("", "/", "/pricing", "/login", "/signup", "/api/health"),
    ...as(customer, "/dashboard", "/submit", "/portal/profile"),
    ...as(staff, "/admin", "/admin?q=gmail", `/admin/order/${id}`, "/admin/numbers"),
  ];
}

async function measureCheckouts({ environment, pid }: BenchProduct, count: number): Promise<Table> {
  const product = new Product(environment);
  const times: number[] = [];
  let failed = 0;
  const waiting = Array(count).keys();
  const openInTurn = async () => {
    for (const _ of waiting) {
      const began = performance.now();
      if ((await product.openCheckout({})).status !== 200) failed += 1;
      times.push(performance.now() - began);
    }
  };
  const cpuBefore = cpuMs(pid);
  const began = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, openInTurn));
  const perSecond = (count * 1000) / (performance.now() - began);
  const cpu = (cpuMs(pid) - cpuBefore) / count;
  const p99 = times.sort((a, b) => a - b)[Math.floor(count * 0.99)] ?? Number.NaN;
  const cells = [
    perSecond.toFixed(1),
    median(times).toFixed(0),
    p99.toFixed(0),
    cpu.toFixed(1),
    String(failed),
  ];
  return {
    head: ["Checkouts opened, 16 at once", "per second", "p50 ms", "p99 ms", "CPU ms", "failed", "target"],
    rows: [[String(count), ...cells, targetCell(failed, { most: 0 })]],
  };
}
