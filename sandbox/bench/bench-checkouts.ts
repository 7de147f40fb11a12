import { Product } from "../builders/product.ts";
import type { BenchProduct } from "./bench-product.ts";
import { inParallel, perSecond } from "./in-parallel.ts";
import { median } from "./load.ts";
import { processorMs } from "./process-figures.ts";
import { printTable } from "./table.ts";
import { TARGET_HEAD, targetCells } from "./target.ts";

const AT_ONCE = 16;
const WARM_UP = 32;

/** Measures how many payment pages guests can open; answers the ids of the sessions that were opened. */
export async function compareCheckouts(bench: BenchProduct, count: number): Promise<string[]> {
  const product = new Product(bench.environment);
  const open = async () => {
    const began = performance.now();
    const { status, body } = await product.openCheckout({});
    return { session: status === 200 ? String(body.sessionId) : null, took: performance.now() - began };
  };
  const many = (size: number) => inParallel(Array.from({ length: size }), AT_ONCE, open);
  await many(WARM_UP);
  const used = processorMs(bench.pid);
  const began = performance.now();
  const opened = await many(count);
  const took = performance.now() - began;
  const processor = (processorMs(bench.pid) - used) / count;
  const sessions = opened.flatMap(({ session }) => session ?? []);
  const failed = count - sessions.length;
  const times = opened.map((one) => one.took);
  const slowest = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
  printTable(
    `Payment pages opened by guests, ${AT_ONCE} at once`,
    ["opened", "a second", "p50 ms", "p99 ms", "cpu ms", "failed", ...TARGET_HEAD],
    [
      [
        String(sessions.length),
        perSecond(count, took).toFixed(1),
        median(times).toFixed(0),
        slowest.toFixed(0),
        processor.toFixed(1),
        String(failed),
        ...targetCells(failed, { most: 0 }, 0),
      ],
    ],
  );
  return sessions;
}
