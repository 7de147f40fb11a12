import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addToHash, runNextBuild } from "../launcher/app-build.ts";
import { brotliBytes, firstLoadBytes } from "./first-load.ts";

/** Texts that make the minimal pages as long as ours; none for a comparison of scripts. */
export type Fillers = { FILL_HOME?: string; FILL_PRICING?: string };

/** Builds the control of every comparison, the smallest Next app, and answers its folder. */
export function buildMinimalApp(
  root: string,
  log: (line: string) => void,
  fillers: Fillers = {},
): Promise<string> {
  log("The minimal page to compare with …");
  return buildApart(root, {
    source: "minimal",
    name: fillers.FILL_HOME ? "minimal-filled" : "minimal",
    fillers,
  });
}

/** Builds the controls of private pages and of the webhook, and answers their folder. */
export function buildControlApp(root: string, log: (line: string) => void): Promise<string> {
  log("The private pages to compare with …");
  return buildApart(root, { source: "control", name: "control", fillers: {} });
}

/**
 * Builds a Next app of this folder with the same packages as the product, and answers where it lies. That is outside
 * the project: the build looks for `middleware` and `instrumentation` in every folder above the app, and would find the
 * product's. It is built again only when something it is made of has changed.
 */
async function buildApart(
  root: string,
  { source: from, name, fillers }: { source: string; name: string; fillers: Fillers },
): Promise<string> {
  const source = join(import.meta.dirname, from);
  const place = createHash("sha256").update(root).digest("hex").slice(0, 12);
  const dir = join(tmpdir(), `slabrelay-bench-${place}`, name);
  const hash = createHash("sha256").update(JSON.stringify(fillers));
  addToHash(hash, source);
  addToHash(hash, join(root, "package-lock.json"));
  const wanted = hash.digest("hex");
  const stamp = join(dir, ".next", "build-fingerprint");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return dir;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  cpSync(source, dir, { recursive: true });
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"), "junction");
  await runNextBuild({ root, dir, env: { ...process.env, ...fillers } });
  writeFileSync(stamp, wanted);
  return dir;
}

/** Where what the tests compare with stands: the minimal page's bytes, and the packages it was built of. */
const RECORD = join(import.meta.dirname, "minimal-page.json");

/** Writes down the minimal page's bytes for the tests, which do not build it: each update of a package asks for this. */
export function recordMinimalPage(root: string, firstLoadBytes: number): void {
  const record = { packages: packagesOfMinimalApp(root), firstLoadBytes };
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
}

/** The installed versions of what decides about the minimal page's bytes. */
export function packagesOfMinimalApp(root: string): Record<string, string> {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.fromEntries(
    ["next", "react", "react-dom"].map((name) => [name, lock.packages[`node_modules/${name}`].version]),
  );
}

/** First-load JavaScript of the minimal page, in brotli bytes, read from its build. */
export async function minimalFirstLoadBytes(dir: string): Promise<number> {
  return firstLoadBytes(await minimalHtml(dir, "index"), async (path) =>
    brotliBytes(await readFile(join(dir, ".next", path.replace("/_next/", "")))),
  );
}

/** The HTML that the minimal app prerendered for a page. */
export function minimalHtml(dir: string, page: "index" | "pricing"): Promise<string> {
  return readFile(join(dir, ".next", "server", "app", `${page}.html`), "utf8");
}
