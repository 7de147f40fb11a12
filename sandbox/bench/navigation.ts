import { type Browser, chromium, type Page } from "playwright";
import { buildIfNeeded } from "../launcher/app-build.ts";
import { wholeChromiumPath } from "../launcher/chromium.ts";
import { sandboxEnvironment } from "../launcher/environment.ts";
import { readPorts } from "../launcher/ports.ts";
import { createProgress } from "../launcher/progress.ts";
import { startTestSandbox } from "../launcher/test-sandbox.ts";
import { DEMO_CUSTOMERS, DEMO_PASSWORD } from "../seed/demo-accounts.ts";
import { DelayingDoor } from "./delaying-door.ts";
import { median } from "./load.ts";
import { printTable, ratio } from "./table.ts";

const ROUNDS = 7;
/** The way to the server and back, as a telephone has it. */
const DELAY_MS = 150;
/** How long somebody points at a link before the press. */
const POINTED_MS = 600;
const WAIT_MS = 20_000;

/** Runs in each page: notes, for another tab of the browser, when somebody pressed and when the page was first seen. */
const NOTE = `(() => {
  const note = (name, at) => localStorage.setItem(name, JSON.stringify({ path: location.pathname, at: performance.timeOrigin + at }));
  addEventListener("pointerdown", (event) => note("pressed", event.timeStamp), true);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName("first-contentful-paint")) note("painted", entry.startTime);
  }).observe({ type: "paint", buffered: true });
  addEventListener("pageshow", (event) => {
    if (event.persisted) requestAnimationFrame(() => setTimeout(() => note("painted", performance.now())));
  });
})()`;

type Visit = { page: Page; origin: string; notes: Page };
type Way = {
  name: string;
  /** The way as it was: without rules, and with Back that loads anew. */
  isFormer?: true;
  isSignedIn?: true;
  go: (visit: Visit) => Promise<number>;
};

const press = (from: string, to: string, pointedMs: number) => async (visit: Visit) => {
  const { page, origin } = visit;
  await page.goto(origin + from, { waitUntil: "networkidle" });
  const link = page.locator(`a[href="${to}"]:visible`).first();
  await link.scrollIntoViewIfNeeded();
  return seen(visit, to, async () => {
    if (pointedMs > 0) await link.hover();
    await page.waitForTimeout(pointedMs);
    // Not click(): that waits for what may be another page by then.
    const box = await link.boundingBox();
    if (!box) throw new Error(`${from} shows no link to ${to}`);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  });
};

const back = (from: string, to: string) => async (visit: Visit) => {
  const { page, origin } = visit;
  await page.goto(origin + to, { waitUntil: "networkidle" });
  await page.goto(origin + from, { waitUntil: "networkidle" });
  return seen(visit, to, () =>
    page.evaluate(() => {
      // After this call has ended, which leaving the page would cut off.
      setTimeout(() => {
        const at = performance.timeOrigin + performance.now();
        localStorage.setItem("pressed", JSON.stringify({ path: location.pathname, at }));
        history.back();
      });
    }),
  );
};

const WAYS: Record<string, Way[]> = {
  "public page to public page, / to /pricing": [
    { name: "as it was", isFormer: true, go: press("/", "/pricing", 0) },
    { name: "pressed at once", go: press("/", "/pricing", 0) },
    { name: `pointed at for ${POINTED_MS} ms before`, go: press("/", "/pricing", POINTED_MS) },
  ],
  "Back to a public page, /": [
    { name: "as it was: loaded anew", isFormer: true, go: back("/pricing", "/") },
    { name: "kept", go: back("/pricing", "/") },
  ],
  "private page to private page, /dashboard to /submit": [
    { name: "as it was", isFormer: true, isSignedIn: true, go: press("/dashboard", "/submit", 0) },
    { name: "never loaded ahead", isSignedIn: true, go: press("/dashboard", "/submit", POINTED_MS) },
  ],
  "Back to a private page, /dashboard": [
    { name: "as it was: loaded anew", isFormer: true, isSignedIn: true, go: back("/submit", "/dashboard") },
    { name: "never kept", isSignedIn: true, go: back("/submit", "/dashboard") },
  ],
};

/**
 * Measures the time from a press to the first paint of the next page, with a way to the server as long as a telephone's:
 * as it is, and as it was without pages that are loaded ahead or kept for Back. `--quick` takes two rounds.
 */
export async function benchNavigation({ root, args }: { root: string; args: string[] }): Promise<void> {
  const { log } = createProgress();
  const rounds = args.includes("--quick") ? 2 : ROUNDS;
  const executablePath = wholeChromiumPath();
  const settings = sandboxEnvironment(readPorts({ NODE_ENV: "production" }), { NODE_ENV: "production" });
  await buildIfNeeded(root, { ...process.env, ...settings }, log);
  const sandbox = await startTestSandbox({ root, withApp: true });
  const app = sandbox.environment.APP_URL ?? "";
  const common = { app, delayMs: DELAY_MS, script: NOTE };
  const door = await DelayingDoor.open({ ...common, withRules: true });
  const formerDoor = await DelayingDoor.open({ ...common, withRules: false });
  const [browser, formerBrowser] = [
    await launch(executablePath, { keepsPages: true }),
    await launch(executablePath, { keepsPages: false }),
  ];
  try {
    for (const [title, ways] of Object.entries(WAYS)) {
      log(`From page to page: ${title} …`);
      const times = new Map(ways.map((way) => [way, [] as number[]]));
      for (let round = 0; round < rounds; round++) {
        for (const way of ways) {
          const [by, through] = way.isFormer ? [formerBrowser, formerDoor] : [browser, door];
          times.get(way)?.push(await measure(by, { app, origin: through.url, way }));
        }
      }
      printWays(title, rounds, times);
    }
  } finally {
    await Promise.all([browser.close(), formerBrowser.close()]);
    await Promise.all([door.close(), formerDoor.close()]);
    await sandbox.stop();
  }
}

function printWays(title: string, rounds: number, times: Map<Way, number[]>): void {
  const rows = [...times].map(([{ name }, list]) => ({ name, ms: median(list) }));
  const former = rows[0]?.ms ?? Number.NaN;
  const head = ["way", "ms from press to first paint", "beside as it was"];
  printTable(
    `${title}: ${DELAY_MS} ms of way, median of ${rounds}`,
    head,
    rows.map(({ name, ms }) => [name, ms.toFixed(0), ratio(ms / former)]),
  );
}

function launch(executablePath: string, { keepsPages }: { keepsPages: boolean }): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
    // Playwright switches it off, so that a former page is always loaded anew.
    ...(keepsPages ? { ignoreDefaultArgs: ["--disable-back-forward-cache"] } : {}),
  });
}

/** One way in a fresh profile whose scripts and styles are there already. Milliseconds. */
async function measure(browser: Browser, { app, origin, way }: { app: string; origin: string; way: Way }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    if (way.isSignedIn) {
      const data = { email: DEMO_CUSTOMERS[0], password: DEMO_PASSWORD };
      const answer = await context.request.post(`${app}/api/auth/login`, { data, headers: { origin: app } });
      if (!answer.ok()) throw new Error(`The demo customer could not log in: ${answer.status()}.`);
    }
    const notes = await context.newPage();
    await notes.goto(`${origin}/robots.txt`);
    return await way.go({ page: await context.newPage(), origin, notes });
  } finally {
    await context.close();
  }
}

/** Does `act`, which leads to the page of a path, and answers how long after its press that page was seen. */
async function seen({ notes }: Visit, path: string, act: () => Promise<unknown>): Promise<number> {
  await notes.evaluate(() => localStorage.clear());
  await act();
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const [pressed, painted] = await notes.evaluate(() =>
      ["pressed", "painted"].map((name) => JSON.parse(localStorage.getItem(name) ?? "null")),
    );
    if (pressed && painted?.path === path) return painted.at - pressed.at;
    if (Date.now() > deadline) throw new Error(`${path} was not seen within ${WAIT_MS / 1000} s.`);
    await notes.waitForTimeout(20);
  }
}
