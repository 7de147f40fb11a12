import { setTimeout as sleep } from "node:timers/promises";
import { Product } from "../builders/product.ts";
import { createProgress } from "../launcher/progress.ts";
import { BenchProduct } from "./bench-product.ts";
import { inParallel, perSecond } from "./in-parallel.ts";
import { median } from "./load.ts";
import { printTable } from "./table.ts";
import { TARGET_HEAD, targetCells } from "./target.ts";

const COUNT = 1_000;
const QUICK_COUNT = 100;
const AT_ONCE = 16;
/** Between two payments, where they do not come at once: five a second. */
const PAUSE_MS = 200;
const MOST_SECONDS = 5;
const LONGEST_WAIT_MS = 60_000;

type Page = { session: string; order: string };

/**
 * Measures how long after a payment its order is paid, by the event that the payment service sends: from the press on Pay
 * to the moment in which the database books it; five payments a second, then as many as the payment sandbox can make, which is
 * more than the product works and so says how long a rush takes. `--quick` takes a hundred payments in place of a thousand.
 */
export async function benchHeard({ root, args }: { root: string; args: string[] }): Promise<void> {
  const { log } = createProgress();
  const count = args.includes("--quick") ? QUICK_COUNT : COUNT;
  const bench = await BenchProduct.start(root, log);
  try {
    const rows: string[][] = [];
    for (const [name, work] of [
      ["5 payments a second", oneByOne],
      ["all in a rush", inARush],
    ] as const) {
      log(`Opening ${count} payment pages …`);
      const pages = await openPages(bench, count);
      log(`Paying them, ${name} …`);
      rows.push([name, ...(await secondsUntilPaid(bench, pages, work))]);
    }
    printTable(
      "From the payment to the paid order, by its event",
      ["payments", "paid", "made a second", "p50 s", "p99 s", "longest s", ...TARGET_HEAD],
      rows,
    );
  } finally {
    await bench.stop();
  }
}

async function openPages({ environment }: BenchProduct, count: number): Promise<Page[]> {
  const product = new Product(environment);
  return inParallel(Array.from({ length: count }), AT_ONCE, async () => {
    const { status, body } = await product.openCheckout({});
    if (status !== 200) throw new Error(`a payment page was answered ${status}`);
    return { session: String(body.sessionId), order: String(body.order_id) };
  });
}

type Pay = (page: Page) => Promise<void>;

async function oneByOne(pages: Page[], pay: Pay): Promise<void> {
  const under: Promise<void>[] = [];
  for (const page of pages) {
    under.push(pay(page));
    await sleep(PAUSE_MS);
  }
  await Promise.all(under);
}

async function inARush(pages: Page[], pay: Pay): Promise<void> {
  await inParallel(pages, AT_ONCE, pay);
}

async function secondsUntilPaid(
  { environment, sql }: BenchProduct,
  pages: Page[],
  work: (pages: Page[], pay: Pay) => Promise<void>,
): Promise<string[]> {
  const product = new Product(environment);
  const pressed = new Map<string, number>();
  await work(pages, async ({ session, order }) => {
    pressed.set(order, Date.now());
    const { status } = await product.pay(session, { email: "load@example.test" });
    if (status !== 200) throw new Error(`a payment was answered ${status}`);
  });
  const times = [...pressed.values()];
  const rate = perSecond(pages.length, Math.max(...times) - Math.min(...times));
  const paid = await paidAt(sql, [...pressed.keys()]);
  const seconds = paid
    .map(({ id, at }) => (at.getTime() - (pressed.get(id) ?? Number.NaN)) / 1_000)
    .sort((a, b) => a - b);
  const p99 = seconds[Math.ceil(seconds.length * 0.99) - 1] ?? Number.NaN;
  return [
    String(seconds.length),
    rate.toFixed(0),
    median(seconds).toFixed(2),
    p99.toFixed(2),
    (seconds.at(-1) ?? Number.NaN).toFixed(2),
    ...targetCells(p99, { most: MOST_SECONDS }, 2),
  ];
}

/** Reads when each order was booked; throws when one is not within a minute. */
async function paidAt(sql: BenchProduct["sql"], orders: string[]): Promise<{ id: string; at: Date }[]> {
  const end = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    const paid = await sql<{ id: string; at: Date }[]>`
      select id, paid_at as at from public.grading_orders where id = any(${orders}) and payment_status = 'paid'`;
    if (paid.length === orders.length) return paid;
    if (Date.now() > end) throw new Error(`${orders.length - paid.length} payments were not heard of`);
    await sleep(100);
  }
}
