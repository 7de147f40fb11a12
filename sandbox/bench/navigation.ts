import { setTimeout as sleep } from "node:timers/promises";
import { buildIfNeeded } from "../launcher/app-build.ts";
import { wholeChromiumPath } from "../launcher/chromium.ts";
import { sandboxEnvironment } from "../launcher/environment.ts";
import { readPorts } from "../launcher/ports.ts";
import { createProgress } from "../launcher/progress.ts";
import { startTestSandbox } from "../launcher/test-sandbox.ts";
import { DEMO_CUSTOMERS, DEMO_PASSWORD } from "../seed/demo-accounts.ts";
import { DelayingDoor } from "./delaying-door.ts";
import { median } from "./load.ts";
import { type Tab, TabBrowser } from "./tab-browser.ts";
import { printTable, ratio } from "./table.ts";

const ROUNDS = 7;
/** The way to the server and back, as a telephone has it. */
const DELAY_MS = 150;
/** How long somebody points at a link before the press. */
const POINTED_MS = 600;
/** How long a press is held, which is part of the time. */
const HELD_MS = 80;
/** How long a page has for its scripts before it is left. */
const SETTLE_MS = 1_000;
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

type Visit = { browser: TabBrowser; origin: string; notes: Tab };
type Way = {
  name: string;
  /** The way as it was: without rules, and with Back that loads anew. */
  isFormer?: true;
  isSignedIn?: true;
  go: (visit: Visit) => Promise<number>;
};

const press = (from: string, to: string, pointedMs: number) => async (visit: Visit) => {
  const tab = await openPage(visit, from);
  const link = `document.querySelector('a[href="${to}"]')`;
  await tab.evaluate(`${link}.scrollIntoView({ block: "center", behavior: "instant" })`);
  const box = await tab.evaluate(`JSON.stringify(${link}.getBoundingClientRect())`);
  const { x, y, width, height } = JSON.parse(box);
  const mouse = (type: string) =>
    tab.send("Input.dispatchMouseEvent", {
      type,
      x: x + width / 2,
      y: y + height / 2,
      ...(type === "mouseMoved" ? {} : { button: "left", clickCount: 1 }),
    });
  return seen(visit, to, async () => {
    await mouse("mouseMoved");
    await sleep(pointedMs);
    // Not awaited: the page that would answer may be another one by then.
    void mouse("mousePressed");
    await sleep(HELD_MS);
    void mouse("mouseReleased");
  });
};

const back = (from: string, to: string) => async (visit: Visit) => {
  const tab = await openPage(visit, to);
  await forget(visit);
  await tab.send("Page.navigate", { url: visit.origin + from });
  await untilPainted(visit, from);
  await sleep(SETTLE_MS);
  return seen(visit, to, () =>
    tab.evaluate(`setTimeout(() => {
      const at = performance.timeOrigin + performance.now();
      localStorage.setItem("pressed", JSON.stringify({ path: location.pathname, at }));
      history.back();
    }), 0`),
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
    await TabBrowser.launch(executablePath, { keepsPages: true }),
    await TabBrowser.launch(executablePath, { keepsPages: false }),
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

/** One way of a person whose browser has the scripts and styles already. Milliseconds. */
async function measure(browser: TabBrowser, { app, origin, way }: { app: string; origin: string; way: Way }) {
  const url = origin;
  const cookies = way.isSignedIn ? await logIn(app) : [];
  await browser.setCookies(cookies.map(([name = "", value = ""]) => ({ name, value, url })));
  const notes = await browser.open(`${origin}/robots.txt`);
  await sleep(SETTLE_MS);
  const visit = { browser, origin, notes };
  // Once for the scripts and styles.
  await way.go(visit);
  const ms = await way.go(visit);
  await notes.send("Page.close");
  return ms;
}

/** The session's cookies of a demo customer, as pairs. */
async function logIn(app: string): Promise<string[][]> {
  const answer = await fetch(`${app}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: app },
    body: JSON.stringify({ email: DEMO_CUSTOMERS[0], password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`The demo customer could not log in: ${answer.status}.`);
  return answer.headers.getSetCookie().map((line) => (line.split(";")[0] ?? "").split(/=(.*)/s));
}

async function openPage(visit: Visit, path: string): Promise<Tab> {
  await forget(visit);
  const tab = await visit.browser.open(visit.origin + path);
  await untilPainted(visit, path);
  await sleep(SETTLE_MS);
  return tab;
}

const forget = ({ notes }: Visit) => notes.evaluate("localStorage.clear()");

/** Does `act`, which leads to the page of a path, and answers how long after its press that page was seen. */
async function seen(visit: Visit, path: string, act: () => Promise<unknown>): Promise<number> {
  await forget(visit);
  await act();
  const painted = await untilPainted(visit, path);
  const pressed = JSON.parse(await visit.notes.evaluate('localStorage.getItem("pressed") ?? "null"'));
  if (!pressed) throw new Error(`${path} was opened without a press.`);
  return painted - pressed.at;
}

/** Waits until the page of a path was seen; answers when. */
async function untilPainted({ notes }: Visit, path: string): Promise<number> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const painted = JSON.parse(await notes.evaluate('localStorage.getItem("painted") ?? "null"'));
    if (painted?.path === path) return painted.at;
    if (Date.now() > deadline) throw new Error(`${path} was not seen within ${WAIT_MS / 1000} s.`);
    await sleep(20);
  }
}
