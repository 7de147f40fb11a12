import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { startApp } from "../launcher/app-server.ts";
import { requireChromium } from "../launcher/chromium.ts";
import { SANDBOX_STAFF } from "../launcher/environment.ts";
import { anyFreePort } from "../launcher/ports.ts";
import { createProgress } from "../launcher/progress.ts";
import { DEMO_CUSTOMERS } from "../seed/demo-accounts.ts";
import { BenchProduct } from "./bench-product.ts";
import { FIRST_LOAD_BUDGETS, firstLoadBytes, scriptSizes } from "./first-load.ts";
import { lighthouseScores, medianScores, type Scores } from "./lighthouse.ts";
import { type Load, loadOf, medianLoad } from "./load.ts";
import { logIn } from "./log-in.ts";
import { buildMinimalApp, minimalFirstLoadBytes, minimalHtml, recordMinimalPage } from "./minimal-app.ts";
import { printTable, ratio } from "./table.ts";
import { TARGET_HEAD, type Target, targetCells } from "./target.ts";

const ROUNDS = 3;
/** Its scores move by five points from run to run. */
const LIGHTHOUSE_ROUNDS = 7;
/** Prerendered pages; the control has one of the same path and length for each. */
const STATIC_PAGES = ["/", "/pricing"] as const;
/** Beside a control of the same length. */
const STATIC_TARGET: Target = { least: 0.9 };
/** A page's performance counts as level with the control's within so many points. */
const LEVEL_POINTS = 2;
const PUBLIC_PAGES = ["/", "/pricing", "/login", "/signup"] as const;

/**
 * Measures the pages beside the smallest Next app in the same run: bytes of first-load JavaScript, requests a second,
 * and Lighthouse's scores. `--quick` takes one short round instead of three.
 */
export async function benchPages({ root, args }: { root: string; args: string[] }): Promise<void> {
  const { log } = createProgress();
  const rounds = args.includes("--quick") ? 1 : ROUNDS;
  requireChromium(log);
  const minimal = await buildMinimalApp(root, log);
  const bench = await BenchProduct.start(root, log);
  // Of the build that is there now.
  const filled = await buildMinimalApp(root, log, await fillersFor(root, minimal));
  const controlPort = await anyFreePort();
  const control = await startApp({
    root,
    dir: filled,
    port: controlPort,
    mode: "start",
    env: process.env,
    onLine: () => {},
    onExit: (message) => console.error(message),
  });
  try {
    const product = bench.url;
    const beside = `http://localhost:${controlPort}`;
    const minimalBytes = await minimalFirstLoadBytes(minimal);
    recordMinimalPage(root, minimalBytes);
    await compareScripts(product, minimalBytes);
    log("Loading the prerendered pages …");
    await compareLoad(product, beside, rounds);
    log("Lighthouse looks at the public pages …");
    await compareLighthouse(product, beside, rounds > 1 ? LIGHTHOUSE_ROUNDS : 1);
  } finally {
    await control.stop();
    await bench.stop();
  }
}

async function compareScripts(product: string, minimalBytes: number): Promise<void> {
  const cookies = {
    customer: (await logIn(product, DEMO_CUSTOMERS[0])).cookie,
    staff: (await logIn(product, SANDBOX_STAFF[0])).cookie,
  };
  const sizeOf = scriptSizes(
    async (script) => new Uint8Array(await (await fetch(product + script)).arrayBuffer()),
  );
  const rows = [["minimal page", kib(minimalBytes), "1.000", "", ""]];
  for (const { path, most, by } of FIRST_LOAD_BUDGETS) {
    const page = await fetch(product + path, {
      headers: by ? { cookie: cookies[by] } : {},
      redirect: "error",
    });
    const bytes = await firstLoadBytes(await page.text(), sizeOf);
    const value = bytes / minimalBytes;
    rows.push([path, kib(bytes), ratio(value), ...targetCells(value, { most })]);
  }
  printTable("First-load JavaScript, brotli", ["page", "KiB", "beside minimal", ...TARGET_HEAD], rows);
}

async function compareLoad(product: string, control: string, rounds: number): Promise<void> {
  const seconds = rounds > 1 ? 6 : 2;
  const targets = STATIC_PAGES.flatMap((path) => [control + path, product + path]);
  const measured = new Map<string, Load[]>(targets.map((url) => [url, []]));
  for (const url of targets) await loadOf(url, 1);
  for (let round = 0; round < rounds; round++) {
    for (const url of targets) measured.get(url)?.push(await loadOf(url, seconds));
  }
  const rows = STATIC_PAGES.flatMap((path) => {
    const beside = medianLoad(measured.get(control + path) ?? []);
    const own = medianLoad(measured.get(product + path) ?? []);
    return [
      loadRow(`minimal, as long as ${path}`, beside, beside),
      loadRow(path, own, beside, STATIC_TARGET),
    ];
  });
  printTable(
    "Requests a second",
    ["page", "req/s", "p50 ms", "p99 ms", "beside minimal", ...TARGET_HEAD],
    rows,
  );
}

function loadRow(name: string, load: Load, beside: Load, target?: Target): string[] {
  const value = load.perSecond / beside.perSecond;
  const times = [String(load.p50), String(load.p99)];
  return [name, load.perSecond.toFixed(0), ...times, ratio(value), ...targetCells(value, target)];
}

/** Round by round, so that a busy minute of the machine falls on every page. */
async function compareLighthouse(product: string, control: string, rounds: number): Promise<void> {
  const targets = [
    { name: "minimal page", url: `${control}/` },
    ...PUBLIC_PAGES.map((path) => ({ name: path, url: product + path })),
  ].map((target) => ({ ...target, scores: [] as Scores[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { url, scores } of targets) scores.push(await lighthouseScores(url));
  }
  const level = medianScores(targets[0]?.scores ?? []).performance - LEVEL_POINTS;
  const rows = targets.map(({ name, scores }) => {
    const target = name === "/" ? { least: level } : undefined;
    const { performance, accessibility, seo, lcp, tbt, cls, failed, ...others } = medianScores(scores);
    const judged = [performance, accessibility, others["best-practices"], seo].join(" / ");
    const times = [lcp.toFixed(0), tbt.toFixed(0), cls.toFixed(3)];
    return [name, judged, ...targetCells(performance, target, 0), ...times, failed.join(", ")];
  });
  const [wanted = "", met = ""] = TARGET_HEAD;
  const head = [
    "page",
    "perf / a11y / best / SEO",
    wanted,
    met,
    "LCP ms",
    "TBT ms",
    "CLS",
    "audits not passed",
  ];
  printTable(`Lighthouse, phone, median of ${rounds}`, head, rows);
}

/**
 * Texts that bring the minimal pages to the length of ours; a page's text stands in its HTML twice. Made of our own
 * pages, so that they compress alike.
 */
async function fillersFor(root: string, minimal: string) {
  const filler = async (page: "index" | "pricing") => {
    const own = await readFile(join(root, ".next", "server", "app", `${page}.html`), "utf8");
    const missing = Buffer.byteLength(own) - Buffer.byteLength(await minimalHtml(minimal, page));
    const plain = own.replace(/[^\w .:;/-]+/g, " ");
    return plain.slice(0, Math.max(1, Math.round(missing / 2)));
  };
  return { FILL_HOME: await filler("index"), FILL_PRICING: await filler("pricing") };
}

const kib = (bytes: number) => (bytes / 1024).toFixed(1);
