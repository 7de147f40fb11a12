import lighthouse from "lighthouse";
import { chromium } from "playwright";
import { chromiumPath } from "../chromium.ts";
import { anyFreePort } from "../ports.ts";
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

/** Scores of 0 to 100 as Lighthouse gives them to `url` on its simulated phone: the medians of `runs`. */
export async function lighthouseScores(url: string, runs: number): Promise<Scores> {
  const results: Scores[] = [];
  for (let run = 0; run < runs; run++) results.push(await oneRun(url));
  const of = (key: Exclude<keyof Scores, "failed">) => median(results.map((result) => result[key]));
  return {
    performance: of("performance"),
    accessibility: of("accessibility"),
    "best-practices": of("best-practices"),
    seo: of("seo"),
    lcp: of("lcp"),
    tbt: of("tbt"),
    cls: of("cls"),
    failed: [...new Set(results.flatMap(({ failed }) => failed))],
  };
}

async function oneRun(url: string): Promise<Scores> {
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
    if (!result || result.lhr.runtimeError) {
      throw new Error(
        `Lighthouse could not judge ${url}: ${result?.lhr.runtimeError?.message ?? "no result"}`,
      );
    }
    const { categories, audits } = result.lhr;
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
  } finally {
    await browser.close();
  }
}
