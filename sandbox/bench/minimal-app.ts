import { createHash } from "node:crypto";
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addToHash, runNextBuild } from "../launcher/app-build.ts";
import { startApp } from "../launcher/app-server.ts";
import { anyFreePort } from "../launcher/ports.ts";
import { brotliBytes, measureBytes, scriptsOf } from "./first-load.ts";

const SOURCE = join(import.meta.dirname, "minimal");
/** The minimal page's size and the packages it was built with, for the tests, which don't build it. */
const RECORD = join(import.meta.dirname, "minimal-page.json");

/** Text that makes the minimal pages as long as ours. */
type Fillers = { FILL_HOME?: string; FILL_PRICING?: string };

/**
 * Builds the smallest app with the same packages, to compare ours with, and returns its folder. The folder is outside
 * the project, because the build picks up `middleware` from any parent folder. Does nothing if nothing has changed.
 */
export async function buildMinimalApp(root: string, fillers: Fillers = {}): Promise<string> {
  const place = createHash("sha256").update(root).digest("hex").slice(0, 12);
  const dir = join(tmpdir(), `slabrelay-minimal-${place}`, fillers.FILL_HOME ? "filled" : "plain");
  const hash = createHash("sha256").update(JSON.stringify(fillers));
  addToHash(hash, SOURCE);
  addToHash(hash, join(root, "package-lock.json"));
  const wanted = hash.digest("hex");
  const stamp = join(dir, ".next", "build-fingerprint");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return dir;
  rmSync(dir, { recursive: true, force: true });
  cpSync(SOURCE, dir, { recursive: true });
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"), "junction");
  await runNextBuild({ root, dir, env: { ...process.env, ...fillers } });
  writeFileSync(stamp, wanted);
  return dir;
}

/** Starts a minimal app built in `dir`. `settings` names the product's services if its pages call them. */
export async function startMinimalApp(root: string, dir: string, settings: Record<string, string> = {}) {
  const port = await anyFreePort();
  const app = await startApp({
    root,
    dir,
    port,
    mode: "start",
    env: { ...process.env, ...settings },
    onLine: () => {},
    onExit: (message) => console.error(message),
  });
  return { url: `http://localhost:${port}`, pid: app.pid, stop: () => app.stop() };
}

/** Returns a page's prerendered HTML from the build in `dir`. */
export function prerendered(dir: string, page: "index" | "pricing"): string {
  return readFileSync(join(dir, ".next", "server", "app", `${page}.html`), "utf8");
}

/** Returns the brotli-compressed bytes of the minimal page's first-load JavaScript. */
export function minimalFirstLoadBytes(dir: string): Promise<number> {
  return measureBytes(scriptsOf, prerendered(dir, "index"), async (path) =>
    brotliBytes(readFileSync(join(dir, ".next", path.replace("/_next/", "")))),
  );
}

/** Records the minimal page's size for the tests. Run it after each update of its packages. */
export function recordMinimalPage(root: string, firstLoadBytes: number): void {
  const record = { packages: packagesOfMinimalApp(root), firstLoadBytes };
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
}

/** Returns the installed versions of the packages that determine the minimal page's size. */
export function packagesOfMinimalApp(root: string): Record<string, string> {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.fromEntries(
    ["next", "react", "react-dom"].map((name) => [name, lock.packages[`node_modules/${name}`].version]),
  );
}
