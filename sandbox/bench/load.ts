/** A page under load: its mean requests a second, and how long half and 99 of 100 answers took at most. */
export type Load = { perSecond: number; p50: number; p99: number; requests: number };

const CONNECTIONS = 32;
const COMPRESSED = "gzip, deflate, br";

/** How a page is asked for: with whose cookies, and whether it may come compressed. */
export type Ask = { cookie?: string; isCompressed?: boolean; connections?: number };

/** Asks for `url` from 32 connections for `seconds`; throws when an answer is not the page. */
export async function loadOf(
  url: string,
  seconds: number,
  { cookie = "", isCompressed = true, connections = CONNECTIONS }: Ask = {},
): Promise<Load> {
  // Not there before the bench has installed its packages, while this file is loaded with the launcher.
  const { default: autocannon } = await import("autocannon");
  const { errors, timeouts, non2xx, requests, latency } = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: {
      "accept-encoding": isCompressed ? COMPRESSED : "identity",
      ...(cookie ? { cookie } : {}),
    },
  });
  const failed = errors + timeouts + non2xx;
  if (failed > 0) throw new Error(`${failed} of ${requests.total} requests of ${url} failed.`);
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99, requests: requests.total };
}

/** Asks for paths in turn, `amount` times in all, from eight connections; throws when an answer is not the page. */
export async function askFor(
  origin: string,
  asked: { path: string; cookie: string }[],
  amount: number,
): Promise<void> {
  const { default: autocannon } = await import("autocannon");
  const { errors, timeouts, non2xx } = await autocannon({
    url: origin,
    connections: 8,
    amount,
    timeout: 30,
    requests: asked.map(({ path, cookie }) => ({
      path,
      headers: { "accept-encoding": COMPRESSED, cookie },
    })),
  });
  const failed = errors + timeouts + non2xx;
  if (failed > 0) throw new Error(`${failed} of ${amount} requests failed.`);
}

/** The middle of several rounds, each figure by itself. */
export function medianLoad(rounds: Load[]): Load {
  const of = (key: keyof Load) => median(rounds.map((round) => round[key]));
  return { perSecond: of("perSecond"), p50: of("p50"), p99: of("p99"), requests: of("requests") };
}

/** The middle value; of an even number of values the lower of the two in the middle. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
