import { readFileSync } from "node:fs";

/** A table of results. The first header cell names what is measured. */
export type Table = { head: string[]; rows: string[][] };

/** The minimum or maximum that a value should have. */
export type Target = { least: number } | { most: number };

export const ratio = (value: number): string => value.toFixed(3);

/**
 * Returns the target as a cell, marked if the value misses it. The value is rounded to three digits first, so that no
 * row contradicts itself. NaN (couldn't be measured) misses every target.
 */
export function targetCell(value: number, target?: Target): string {
  if (!target) return "";
  const rounded = Number(value.toFixed(3));
  const [sign, limit] = "least" in target ? ["≥", target.least] : ["≤", target.most];
  const isMet = sign === "≥" ? rounded >= limit : rounded <= limit;
  return `${sign} ${limit}${isMet ? "" : " MISSED"}`;
}

/** Returns the first cell of each row that misses its target. */
export function missedRows(tables: Table[]): string[] {
  const rows = tables.flatMap((table) => table.rows);
  return rows.filter((row) => row.some((cell) => cell.endsWith(" MISSED"))).map(([name = ""]) => name);
}

/** Returns a table as Markdown with padded columns. The first column is left-aligned, the others right-aligned. */
export function asMarkdown({ head, rows }: Table): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)));
  const lineOf = (cells: string[]) => {
    const padded = widths.map((width, column) => {
      const cell = cells[column] ?? "";
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    return `| ${padded.join(" | ")} |`;
  };
  const rule = widths.map((width, column) => "-".repeat(width - 1) + (column === 0 ? "-" : ":"));
  return [head, rule, ...rows].map(lineOf).join("\n");
}

/** Replaces the text under the page's heading `### name`, or adds the section at the end. */
export function withSection(page: string, name: string, body: string): string {
  const section = `### ${name}\n\n${body}\n`;
  const begin = `\n${page}`.indexOf(`\n### ${name}\n`);
  if (begin < 0) return `${page.trimEnd()}\n\n${section}`;
  const next = page.indexOf("\n##", begin + 1);
  return page.slice(0, begin) + section + (next < 0 ? "" : page.slice(next));
}

/**
 * A page to load: the process that serves it, text that it must contain, and a function that returns the cookies
 * before each run.
 */
export type LoadTarget = {
  name: string;
  url: string;
  pid: number;
  shows: string;
  cookie?: () => Promise<string>;
};

export const COMPARISON = ["req/s", "p50 ms", "p99 ms", "CPU ms", "HTML KB", "ratio", "target"];

/**
 * Loads a page and its control alternately, so that other load on the machine affects both. Returns a row of medians
 * for each (see COMPARISON), with the app's CPU time per request and the bytes before compression.
 */
export async function compareLoad(
  page: LoadTarget,
  control: LoadTarget,
  options: { connections: number; least: number; isQuick: boolean },
): Promise<string[][]> {
  const figures = new Map<LoadTarget, number[][]>([page, control].map((target) => [target, []]));
  // The first round is a warm-up.
  for (const [round, seconds] of (options.isQuick ? [1, 2] : [1, 4, 4, 4]).entries()) {
    for (const [target, rounds] of figures) {
      const measured = await measureLoad(target, options.connections, seconds);
      if (round > 0) rounds.push(measured);
    }
  }
  const [own = [], other = []] = [...figures.values()].map((rounds) =>
    (rounds[0] ?? []).map((_, column) => median(rounds.map((round) => round[column] ?? Number.NaN))),
  );
  const cells = (medians: number[]) => medians.map((figure) => figure.toFixed(1));
  const value = (own[0] ?? 0) / (other[0] ?? 0);
  return [
    [page.name, ...cells(own), ratio(value), targetCell(value, options)],
    [`  ${control.name}`, ...cells(other), "1.000", ""],
  ];
}

async function measureLoad({ url, pid, shows, cookie }: LoadTarget, connections: number, duration: number) {
  const headers = headersFor((await cookie?.()) ?? "");
  const html = await fetchHtml(url, headers.cookie);
  // A page that failed to read its data would look fast.
  if (!html.includes(shows)) throw new Error(`${url} doesn't show ${shows}.`);
  const before = cpuMs(pid);
  const { requests, latency } = await run({ url, connections, duration, headers });
  const cpu = (cpuMs(pid) - before) / requests.total;
  return [requests.average, latency.p50, latency.p99, cpu, Buffer.byteLength(html) / 1000];
}

/** Returns a page's HTML. Throws unless the status is 200. */
export async function fetchHtml(url: string, cookie = ""): Promise<string> {
  const response = await fetch(url, { headers: { cookie }, redirect: "manual" });
  if (response.status !== 200) throw new Error(`${url} failed with ${response.status}`);
  return response.text();
}

/** Sends the given number of requests to the pages in rotation over eight connections. Throws if one fails. */
export async function requestPages(
  url: string,
  amount: number,
  pages: { path: string; cookie: string }[],
): Promise<void> {
  const requests = pages.map(({ path, cookie }) => ({ path, headers: headersFor(cookie) }));
  await run({ url, connections: 8, amount, requests });
}

const headersFor = (cookie: string) => ({ "accept-encoding": "gzip, deflate, br", cookie });

async function run(options: Parameters<typeof import("autocannon").default>[0]) {
  // Imported here because the package is installed after the launcher loads this file.
  const { default: autocannon } = await import("autocannon");
  const result = await autocannon(options);
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests to ${options.url} failed.`);
  return result;
}

/** Returns the median, or the lower middle value of an even number. NaN without values. */
export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

/** Returns the CPU milliseconds that a process has used so far. NaN on systems other than Linux. */
export function cpuMs(pid: number): number {
  const stat = textOf(`/proc/${pid}/stat`);
  // The program's name, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Returns a process's resident memory (RSS) in MiB. NaN if the system doesn't report it. */
export function residentMiB(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`))?.[1]) / 1024;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
