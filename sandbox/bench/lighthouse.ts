import { chromium } from "playwright";
import { chromiumPath } from "../launcher/chromium.ts";
import { anyFreePort } from "../launcher/ports.ts";
import { median } from "./load.ts";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

export type Scores = Record<(typeof CATEGORIES)[number], number> & {
  /** Milliseconds, simulated phone. */
  lcp: number;
  tbt: number;
  cls: number;
  /** Audits of the last three categories that did not pass. */
  failed: string[];
};

/** The middle of each score of one page; the audits that failed in any run. */
export function medianScores(runs: Scores[]): Scores {
  const of = (key: Exclude<keyof Scores, "failed">) => median(runs.map((run) => run[key]));
  return {
    performance: of("performance"),
    accessibility: of("accessibility"),
    "best-practices": of("best-practices"),
    seo: of("seo"),
    lcp: of("lcp"),
    tbt: of("tbt"),
    cls: of("cls"),
    failed: [...new Set(runs.flatMap(({ failed }) => failed))],
  };
}

/**
 * Scores of 0 to 100 as Lighthouse gives them to `url` on its simulated phone. Now and then the browser's record of a
 * page lacks its beginning, and Lighthouse asks to be run again: once.
 */
export async function lighthouseScores(url: string): Promise<Scores> {
  let lhr = await judge(url);
  if (lhr?.runtimeError?.code === "NO_NAVSTART") lhr = await judge(url);
  if (!lhr || lhr.runtimeError) {
    throw new Error(`Lighthouse could not judge ${url}: ${lhr?.runtimeError?.message ?? "no result"}`);
  }
  const { categories, audits } = lhr;
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const failed = CATEGORIES.slice(1).flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
      .map(({ id }) => id),
  );
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    "best-practices": score("best-practices"),
    seo: score("seo"),
    lcp: value("largest-contentful-paint"),
    tbt: value("total-blocking-time"),
    cls: value("cumulative-layout-shift"),
    failed,
  };
}

/** One run in a browser of its own. */
async function judge(url: string) {
  // Not there before the bench has installed its packages, while this file is loaded with the launcher.
  const { default: lighthouse } = await import("lighthouse");
  const port = await anyFreePort();
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      `--remote-debugging-port=${port}`,
      "--no-sandbox",
      "--disable-quic",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  try {
    const result = await lighthouse(url, { port, logLevel: "error", onlyCategories: [...CATEGORIES] });
    return result?.lhr;
  } finally {
    await browser.close();
  }
}
