import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildIfNeeded } from "../launcher/app-build.ts";
import { sandboxEnvironment } from "../launcher/environment.ts";
import { anyFreePort, readPorts } from "../launcher/ports.ts";
import { createProgress } from "../launcher/progress.ts";
import { startTestSandbox } from "../launcher/test-sandbox.ts";
import { Nginx } from "../nginx/nginx.ts";
import { requireNginx } from "../nginx/require-nginx.ts";
import { loadOf, median } from "./load.ts";
import { printTable, ratio } from "./table.ts";
import { TARGET_HEAD, type Target, targetCells } from "./target.ts";

const ROUNDS = 3;
const PAGES = { home: "/", pricing: "/pricing" } as const;
/** Of the requests a second of a file that nginx serves by itself. */
const LEAST = 0.4;

type Round = { perSecond: number; microseconds: number };

/**
 * Measures the public pages out of nginx's cache, with docs/nginx.conf, beside a file of as many bytes that the same
 * nginx serves by itself; and whether a deploy shows the new page. `--quick` takes one short round instead of three.
 */
export async function benchCache({ root, args }: { root: string; args: string[] }): Promise<void> {
  const { log } = createProgress();
  requireNginx();
  const rounds = args.includes("--quick") ? 1 : ROUNDS;
  const settings = sandboxEnvironment(readPorts({ NODE_ENV: "production" }), { NODE_ENV: "production" });
  await buildIfNeeded(root, { ...process.env, ...settings }, log);
  const sandbox = await startTestSandbox({ root, withApp: true });
  const [port, filesPort] = [await anyFreePort(), await anyFreePort()];
  const nginx = await Nginx.start({
    root,
    port,
    instances: [sandbox.ports.app],
    extra: (folder) =>
      `server { listen 127.0.0.1:${filesPort}; access_log ${folder}/slabrelay.log slabrelay; root ${folder}/files; }`,
  });
  try {
    const files = `http://localhost:${filesPort}`;
    await copyPages(nginx, files);
    log("Loading the public pages through nginx …");
    await compare({ nginx, files, app: sandbox.environment.APP_URL ?? "", rounds });
    await showDeploy(nginx);
  } finally {
    await nginx.stop();
    await sandbox.stop();
  }
}

/** Lays the very bytes that nginx sends for each page, compressed, beside it as a file. */
async function copyPages(nginx: Nginx, files: string): Promise<void> {
  mkdirSync(join(nginx.folder, "files"));
  for (const [name, path] of Object.entries(PAGES)) {
    await fetch(nginx.url + path);
    const entry = nginx.cached().find(({ key }) => key === path);
    if (!entry) throw new Error(`nginx keeps no ${path}.`);
    // The answer's head ends with the first empty line after the key.
    const head = entry.bytes.indexOf("\r\n\r\n", entry.bytes.indexOf("\nKEY: ")) + 4;
    writeFileSync(join(nginx.folder, "files", name), entry.bytes.subarray(head));
    const length = (await fetch(`${files}/${name}`)).headers.get("content-length");
    if (Number(length) !== entry.bytes.length - head) throw new Error(`The file of ${path} is not as long.`);
  }
}

async function compare(options: { nginx: Nginx; files: string; app: string; rounds: number }): Promise<void> {
  const { nginx, files, app, rounds } = options;
  const seconds = rounds > 1 ? 6 : 2;
  const rows: string[][] = [];
  for (const [name, path] of Object.entries(PAGES)) {
    const measured = { file: [] as Round[], cache: [] as Round[], app: [] as Round[] };
    for (let round = 0; round < rounds; round++) {
      measured.file.push(await measure(nginx, `${files}/${name}`, seconds));
      measured.cache.push(await measure(nginx, nginx.url + path, seconds));
      measured.app.push(await measure(nginx, app + path, seconds));
    }
    const of = (kind: keyof typeof measured, key: keyof Round) =>
      median(measured[kind].map((round) => round[key]));
    const file = of("file", "perSecond");
    const row = (what: string, kind: keyof typeof measured, target?: Target) => {
      const perSecond = of(kind, "perSecond");
      const beside = perSecond / file;
      const work = kind === "app" ? "" : of(kind, "microseconds").toFixed(0);
      rows.push([what, perSecond.toFixed(0), ratio(beside), work, ...targetCells(beside, target)]);
    };
    row(`a file of as many bytes as ${path}`, "file");
    row(`${path} out of the cache`, "cache", { least: LEAST });
    row(`${path} of the app itself`, "app");
  }
  const head = ["page", "req/s", "beside the file", "nginx µs a request", ...TARGET_HEAD];
  printTable("Behind nginx, 32 connections, compressed", head, rows);
}

/** Loads an address, and counts what nginx computes for each answer: what makes the load may be the slower of the two. */
async function measure(nginx: Nginx, url: string, seconds: number): Promise<Round> {
  const before = processorMicroseconds(nginx);
  const { perSecond } = await loadOf(url, seconds);
  const microseconds = (processorMicroseconds(nginx) - before) / (perSecond * seconds);
  return { perSecond, microseconds };
}

/** What all of nginx's processes have computed so far; the kernel counts in hundredths of a second. */
function processorMicroseconds(nginx: Nginx): number {
  const ticks = nginx.workers().map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, count) => sum + count, 0) * 10_000;
}

/** After a deploy has emptied the cache the next answer is the app's, and is kept again. */
async function showDeploy(nginx: Nginx): Promise<void> {
  const rows: string[][] = [];
  for (const path of Object.values(PAGES)) {
    const look = async () => (await fetch(nginx.url + path)).headers.get("x-cache") ?? "";
    // The purge for another page has taken this one away, too.
    await look();
    const before = await look();
    nginx.purge();
    const seen = [before, await look(), await look()];
    if (seen.join() !== "HIT,MISS,HIT")
      throw new Error(`A deploy does not show the new ${path}: ${seen.join()}`);
    rows.push([path, ...seen]);
  }
  printTable("A deploy empties the cache", ["page", "before", "first answer after", "second"], rows);
}
