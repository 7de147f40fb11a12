import { apiPaths } from "../../lib/base/api-paths.ts";
import { aBatchId, anEmail } from "../builders/ids.ts";
import { eventually, Product } from "../builders/product.ts";
import { addOrders } from "../builders/rows.ts";
import { createProgress } from "../launcher/progress.ts";
import { BenchProduct } from "./bench-product.ts";
import { kolmogorovSmirnov } from "./kolmogorov-smirnov.ts";
import { median } from "./load.ts";
import { printTable } from "./table.ts";
import { TARGET_HEAD, targetCells } from "./target.ts";

const COUNT = 1000;
const QUICK_COUNT = 100;
const WARM_UP = 40;
/** Below it the times of two kinds of answers would be told apart once in a hundred times by chance. */
const LEAST_P = 0.01;

/**
 * Measures whether the time of an answer tells if a batch is there: a thousand look-ups of batches that are, and a
 * thousand of batches that are not, in turn. What a look-up does after its answer is so met by the next one, which is of
 * the other kind: that would show, too. Beside it stand every second one of the misses and the others, which cannot differ,
 * and by how much all of one kind would have to be later for the test to see it on this machine.
 * `--quick` takes a hundred of each.
 */
export async function benchLookup({ root, args }: { root: string; args: string[] }): Promise<void> {
  const { log } = createProgress();
  const count = args.includes("--quick") ? QUICK_COUNT : COUNT;
  const bench = await BenchProduct.start(root, log);
  try {
    const product = new Product(bench.environment);
    const there = await batchesThere(bench, count);
    const took = async (body: { email: string; batch: string }) => {
      const began = performance.now();
      const { status } = await product.post(apiPaths.findBatch, body);
      if (status !== 200) throw new Error(`A look-up was answered with ${status}.`);
      return performance.now() - began;
    };
    const nowhere = () => ({ email: anEmail(), batch: aBatchId() });
    for (let time = 0; time < WARM_UP; time++) await took(nowhere());
    log(`Looking for ${count} batches that are there, and ${count} that are not …`);
    const [hits, misses]: [number[], number[]] = [[], []];
    for (const batch of there) {
      hits.push(await took(batch));
      misses.push(await took(nowhere()));
    }
    await expectMails(bench, count);
    const half = (rest: number) => misses.filter((_, place) => place % 2 === rest);
    printTable(
      "Time of an answer to a look-up, by whether the batch is there",
      ["compared", "p50 ms", "p50 ms", "would see ms", "largest distance", "p", ...TARGET_HEAD],
      [
        rowOf("there, and not there", hits, misses, true),
        rowOf("not there, every second", half(0), half(1), false),
      ],
    );
  } finally {
    await bench.stop();
  }
}

/** Paid batches of guests, each with an address of its own. */
async function batchesThere({ sql }: BenchProduct, count: number) {
  const orders = await addOrders(sql, null, count, () => ({ guest_email: anEmail() }));
  return orders.map(({ guest_email: email, batch_id: batch }) => ({ email: String(email), batch }));
}

/** Without their mails the look-ups of batches that are there would have found none. */
async function expectMails({ sql }: BenchProduct, count: number): Promise<void> {
  await eventually(
    async () => (await sql`select from outbox where kind = 'tracking_link'`).length,
    (mails) => mails === count,
  );
}

function rowOf(name: string, one: number[], other: number[], isMeasured: boolean): string[] {
  const { distance, p } = kolmogorovSmirnov(one, other);
  return [
    name,
    median(one).toFixed(2),
    median(other).toFixed(2),
    String(leastSeen(other)),
    distance.toFixed(3),
    p.toFixed(3),
    ...targetCells(p, isMeasured ? { least: LEAST_P } : undefined),
  ];
}

/** By how many milliseconds the same times have to be later for the test to tell them apart. */
function leastSeen(times: number[]): number {
  const shifts = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
  const seen = shifts.find(
    (shift) =>
      kolmogorovSmirnov(
        times,
        times.map((time) => time + shift),
      ).p < LEAST_P,
  );
  return seen ?? Number.NaN;
}
