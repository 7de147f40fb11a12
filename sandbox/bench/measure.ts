import { readFileSync } from "node:fs";

/** A table of results. The first cell of its head says what it measures. */
export type Table = { head: string[]; rows: string[][] };

/** The least or the most that a value should be. */
export type Target = { least: number } | { most: number };

/** Returns a ratio as the tables show it. */
export const ratio = (value: number): string => value.toFixed(3);

/**
 * Returns the target as a cell, marked when the value misses it. The value counts as rounded to three digits, so that no
 * row contradicts itself; NaN (it couldn't be measured) misses every target.
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

/** Returns a table as Markdown, with columns as wide as their widest cell: the first aligned left, the others right. */
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

/** A page to load: the process that answers it, text that it must show, and the cookies to send, asked for before each run. */
export type LoadTarget = {
  name: string;
  url: string;
  pid: number;
  shows: string;
  cookie?: () => Promise<string>;
};

export const COMPARISON = ["req/s", "p50 ms", "p99 ms", "CPU ms", "HTML KB", "ratio", "target"];

/**
 * Loads a page and its control in turn, so that a busy minute of the machine affects both. Returns a row of medians for each
 * (see COMPARISON), with the CPU time of the app per request and the bytes before compression.
 */
export async function compareLoad(
  page: LoadTarget,
  control: LoadTarget,
  options: { connections: number; least: number; isQuick: boolean },
): Promise<string[][]> {
  const figures = new Map<LoadTarget, number[][]>([page, control].map((target) => [target, []]));
  // The first round only warms up.
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
  // A page that couldn't read its data is fast.
  if (!html.includes(shows)) throw new Error(`${url} doesn't show ${shows}.`);
  const before = cpuMs(pid);
  const { requests, latency } = await run({ url, connections, duration, headers });
  const cpu = (cpuMs(pid) - before) / requests.total;
  return [requests.average, latency.p50, latency.p99, cpu, Buffer.byteLength(html) / 1000];
}

/** Returns the HTML of a page; throws when it isn't answered with 200. */
export async function fetchHtml(url: string, cookie = ""): Promise<string> {
  const response = await fetch(url, { headers: { cookie }, redirect: "manual" });
  if (response.status !== 200) throw new Error(`${url} failed with ${response.status}`);
  return response.text();
}

/** Sends so many requests for the pages in turn, from eight connections; throws when one fails. */
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
  // Loaded here, because it is installed after the launcher has loaded this file.
  const { default: autocannon } = await import("autocannon");
  const result = await autocannon(options);
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests to ${options.url} failed.`);
  return result;
}

/** Returns the middle value, the lower of the two of an even number; NaN without values. */
export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

/** Returns the CPU milliseconds of a process so far; NaN where the system doesn't say (only Linux does). */
export function cpuMs(pid: number): number {
  const stat = textOf(`/proc/${pid}/stat`);
  // The program's name, in parentheses, may contain blanks.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Returns the MiB of memory (RSS) that a process holds; NaN where the system doesn't say. */
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
