import { startApp } from "../launcher/app-server.ts";
import { SANDBOX_STAFF } from "../launcher/environment.ts";
import { anyFreePort } from "../launcher/ports.ts";
import { createProgress } from "../launcher/progress.ts";
import { DEMO_CUSTOMERS } from "../seed/demo-accounts.ts";
import { seedOrders } from "../seed/seed-orders.ts";
import { BenchProduct } from "./bench-product.ts";
import { type Load, loadOf, median, medianLoad } from "./load.ts";
import { logIn } from "./log-in.ts";
import { buildControlApp } from "./minimal-app.ts";
import { type PrivatePage, privatePages } from "./private-pages.ts";
import { processorMs } from "./process-figures.ts";
import { printTable, ratio } from "./table.ts";
import { TARGET_HEAD, type Target, targetCells } from "./target.ts";

const ROUNDS = 3;
const SECONDS = 4;
const ORDERS = 10_000;

/** One page as it is loaded: its address, the process behind it, and who asks. */
type Loaded = { url: string; pid: number; cookie: () => Promise<string> };
/** A page beside its controls. */
type Comparison = { name: string; page: Loaded; controls: { name: string; target: Target; page: Loaded }[] };
type Figures = Load & { processor: number; bytes: number };

/**
 * Measures the pages with a person in them beside controls that make the same call: one in the same shell, one bare. The
 * log-in and the sign-up stand beside the least that is made for each request. `--quick` takes one short round.
 */
export async function benchPrivate({ root, args }: { root: string; args: string[] }): Promise<void> {
  const { log } = createProgress();
  const isQuick = args.includes("--quick");
  const dir = await buildControlApp(root, log);
  const product = await BenchProduct.start(root, log);
  try {
    await seedOrders(product.environment.SANDBOX_DATABASE_URL ?? "", ORDERS, log);
    const pages = await pagesOf(product);
    const port = await anyFreePort();
    const control = await startApp({
      root,
      dir,
      port,
      mode: "start",
      env: {
        ...process.env,
        ...product.environment,
        CONTROL_PAGES: JSON.stringify(Object.fromEntries(pages.map(({ name, control }) => [name, control]))),
      },
      onLine: () => {},
      onExit: (message) => console.error(message),
    });
    try {
      const beside = { url: `http://localhost:${port}`, pid: control.pid };
      for (const page of pages) await requireTheSame(product, beside.url, page);
      log("Loading the private pages …");
      const comparisons = [
        ...pages.map((page) => comparisonOf(product, beside, page)),
        ...["/login", "/signup"].map((path) => visitorComparison(product, beside, path)),
      ];
      const isLong = { rounds: isQuick ? 1 : ROUNDS, seconds: isQuick ? 2 : SECONDS };
      for (const isCompressed of [false, true]) await compare(comparisons, { ...isLong, isCompressed });
    } finally {
      await control.stop();
    }
  } finally {
    await product.stop();
  }
}

async function pagesOf({ sql }: BenchProduct): Promise<PrivatePage[]> {
  const [newest] = await sql<{ batch_id: string }[]>`
    select batch_id from public.grading_orders order by submitted_at desc, id desc limit 1`;
  const [order] = await sql<{ id: string; batch_id: string }[]>`
    select id, batch_id from public.grading_orders where submission_status = 'delivered' and user_id is not null
    order by submitted_at desc, id desc limit 1`;
  if (!newest || !order) throw new Error("no orders to show");
  return privatePages(newest.batch_id, order);
}

const emailOf = ({ isStaff }: PrivatePage) => (isStaff ? SANDBOX_STAFF[0] : DEMO_CUSTOMERS[0]);

/** A page that could not read its rows is quick: page and controls must show what they are measured for. */
async function requireTheSame(product: BenchProduct, beside: string, page: PrivatePage): Promise<void> {
  const { cookie, token } = await logIn(product.url, emailOf(page));
  const own = await htmlOf(product.url + page.path, cookie);
  if (!own.includes(page.shows)) throw new Error(`${page.path} does not show ${page.shows}`);
  for (const [url, sent] of [
    [`${beside}/shell/${page.name}`, cookie],
    [`${beside}/bare/${page.name}`, `token=${token}`],
  ] as const) {
    const rows = (await htmlOf(url, sent)).match(/<tr><td>/g)?.length ?? 0;
    if (rows < page.rows) throw new Error(`${url} prints ${rows} rows, and not ${page.rows}`);
  }
}

async function htmlOf(url: string, cookie: string): Promise<string> {
  const answer = await fetch(url, { headers: { cookie }, redirect: "manual" });
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}`);
  return answer.text();
}

function comparisonOf(
  product: BenchProduct,
  beside: { url: string; pid: number },
  page: PrivatePage,
): Comparison {
  // Anew for each measurement: what the cookies tell of a role is true for five minutes.
  const session = () => logIn(product.url, emailOf(page));
  const cookie = async () => (await session()).cookie;
  const token = async () => `token=${(await session()).token}`;
  const { shell, bare } = page.targets;
  const { pid, url } = beside;
  return {
    name: page.path.replace(/[\da-f-]{36}$/, "{id}"),
    page: { url: product.url + page.path, pid: product.pid, cookie },
    controls: [
      { name: "same shell", target: shell, page: { url: `${url}/shell/${page.name}`, pid, cookie } },
      { name: "bare", target: bare, page: { url: `${url}/bare/${page.name}`, pid, cookie: token } },
    ],
  };
}

function visitorComparison(
  product: BenchProduct,
  { url, pid }: { url: string; pid: number },
  path: string,
): Comparison {
  const cookie = async () => "";
  const page = { url: `${url}/nonce`, pid, cookie };
  return {
    name: path,
    page: { url: product.url + path, pid: product.pid, cookie },
    controls: [{ name: "minimal, dynamic", target: { least: 0.8 }, page }],
  };
}

type HowLong = { rounds: number; seconds: number; isCompressed: boolean };

/** A page and its controls in turn, round by round, so that a busy moment of the machine falls on all of them. */
async function compare(comparisons: Comparison[], { rounds, seconds, isCompressed }: HowLong): Promise<void> {
  const rows: string[][] = [];
  for (const { name, page, controls } of comparisons) {
    const targets = [page, ...controls.map((control) => control.page)];
    const measured = targets.map((): Figures[] => []);
    for (const target of targets) await measure(target, 1, isCompressed);
    for (let round = 0; round < rounds; round++) {
      for (const [place, target] of targets.entries())
        measured[place]?.push(await measure(target, seconds, isCompressed));
    }
    const [own, ...others] = measured.map(middle);
    if (!own) continue;
    rows.push([name, ...cellsOf(own), "", "", "", ""]);
    for (const [place, { name: control, target }] of controls.entries()) {
      const other = others[place];
      if (!other) continue;
      const value = own.perSecond / other.perSecond;
      const byProcessor = ratio(other.processor / own.processor);
      const verdict = [ratio(value), ...targetCells(value, target), byProcessor];
      rows.push([`  ${name}, ${control}`, ...cellsOf(other), ...verdict]);
    }
  }
  printTable(
    `Private pages, ${isCompressed ? "compressed" : "without compression"}, median of ${rounds}`,
    [
      "page, its controls",
      "req/s",
      "p50 ms",
      "p99 ms",
      "cpu ms",
      "HTML KB",
      "ratio",
      ...TARGET_HEAD,
      "by cpu",
    ],
    rows,
  );
}

async function measure(
  { url, pid, cookie }: Loaded,
  seconds: number,
  isCompressed: boolean,
): Promise<Figures> {
  const sent = await cookie();
  const bytes = Buffer.byteLength(await htmlOf(url, sent));
  const before = processorMs(pid);
  const load = await loadOf(url, seconds, { cookie: sent, isCompressed, connections: 16 });
  return { ...load, bytes, processor: (processorMs(pid) - before) / load.requests };
}

function middle(rounds: Figures[]): Figures {
  const of = (key: "processor" | "bytes") => median(rounds.map((round) => round[key]));
  return { ...medianLoad(rounds), processor: of("processor"), bytes: of("bytes") };
}

function cellsOf({ perSecond, p50, p99, processor, bytes }: Figures): string[] {
  return [perSecond.toFixed(1), String(p50), String(p99), processor.toFixed(1), (bytes / 1000).toFixed(1)];
}
