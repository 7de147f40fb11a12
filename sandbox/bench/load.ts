import autocannon from "autocannon";

/** A page under load: its mean requests a second, and how long half and 99 of 100 answers took at most. */
export type Load = { perSecond: number; p50: number; p99: number };

const CONNECTIONS = 32;

/** Asks for `url` from 32 connections for `seconds`; throws when an answer is not the page. */
export async function loadOf(url: string, seconds: number): Promise<Load> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { "accept-encoding": "gzip, deflate, br" },
  });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests of ${url} failed.`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** The middle of several rounds, each figure by itself. */
export function medianLoad(rounds: Load[]): Load {
  const of = (key: keyof Load) => median(rounds.map((round) => round[key]));
  return { perSecond: of("perSecond"), p50: of("p50"), p99: of("p99") };
}

/** The middle value; of an even number of values the lower of the two in the middle. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
