import { logIn, startBenchProduct } from "./bench-product.ts";
import { FIRST_LOAD_BUDGETS, fileSizes, measureBytes, scriptsOf } from "./first-load.ts";
import { COMPARISON, compareLoad, fetchHtml, ratio, type Table, targetCell } from "./measure.ts";
import {
  buildMinimalApp,
  minimalFirstLoadBytes,
  prerendered,
  recordMinimalPage,
  startMinimalApp,
} from "./minimal-app.ts";
import type { SectionOptions } from "./run-bench.ts";

/** Compares the public pages with minimal ones: first-load JavaScript, and requests per second at the same length. */
export async function benchPages({ root, isQuick }: SectionOptions): Promise<Table[]> {
  const minimal = await buildMinimalApp(root);
  const product = await startBenchProduct(root, 0);
  try {
    const minimalBytes = await minimalFirstLoadBytes(minimal);
    recordMinimalPage(root, minimalBytes);
    const scripts = await compareScripts(product.url, minimalBytes);
    const filled = await buildMinimalApp(root, {
      FILL_HOME: fillerFor(root, minimal, "index"),
      FILL_PRICING: fillerFor(root, minimal, "pricing"),
    });
    const control = await startMinimalApp(root, filled);
    try {
      const rows: string[][] = [];
      for (const path of ["/", "/pricing"]) {
        const page = { name: path, url: product.url + path, pid: product.pid, shows: "SlabRelay" };
        const minimalPage = {
          name: "minimal, as long",
          url: control.url + path,
          pid: control.pid,
          shows: "Minimal",
        };
        rows.push(...(await compareLoad(page, minimalPage, { connections: 32, least: 0.9, isQuick })));
      }
      return [scripts, { head: ["Public page, and a minimal one", ...COMPARISON], rows }];
    } finally {
      await control.stop();
    }
  } finally {
    await product.stop();
  }
}

async function compareScripts(url: string, minimalBytes: number): Promise<Table> {
  const cookies = {
    customer: (await logIn(url, "customer")).cookie,
    staff: (await logIn(url, "staff")).cookie,
  };
  const sizeOf = fileSizes(async (path) => new Uint8Array(await (await fetch(url + path)).arrayBuffer()));
  const kib = (bytes: number) => (bytes / 1024).toFixed(1);
  const rows = [["minimal page", kib(minimalBytes), "1.000", ""]];
  for (const { path, most, by } of FIRST_LOAD_BUDGETS) {
    const bytes = await measureBytes(scriptsOf, await fetchHtml(url + path, by && cookies[by]), sizeOf);
    const value = bytes / minimalBytes;
    rows.push([path, kib(bytes), ratio(value), targetCell(value, { most })]);
  }
  return { head: ["First-load JavaScript, brotli", "KiB", "ratio", "target"], rows };
}

/** Returns text from our page that makes the minimal page as long as ours. The HTML contains it twice. */
function fillerFor(root: string, minimal: string, page: "index" | "pricing"): string {
  const own = prerendered(root, page);
  const missing = Buffer.byteLength(own) - Buffer.byteLength(prerendered(minimal, page));
  return own.replace(/[^\w .:;/-]+/g, " ").slice(0, Math.max(1, Math.round(missing / 2)));
}
