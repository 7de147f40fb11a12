import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addToHash, runNextBuild } from "../launcher/app-build.ts";
import { firstLoadBytes } from "./first-load.ts";

/** Texts that make the minimal pages as long as ours; none for a comparison of scripts. */
export type Fillers = { FILL_HOME?: string; FILL_PRICING?: string };

/**
 * Builds the control of every comparison, the smallest Next app, with the same packages as the product, and answers
 * its folder. That lies outside the project: the build looks for `middleware` and `instrumentation` in every folder
 * above the app, and would find the product's. It is built again only when something it is made of has changed.
 */
export async function buildMinimalApp(
  root: string,
  log: (line: string) => void,
  fillers: Fillers = {},
): Promise<string> {
  const source = join(import.meta.dirname, "minimal");
  const place = createHash("sha256").update(root).digest("hex").slice(0, 12);
  const dir = join(tmpdir(), `slabrelay-bench-${place}`, fillers.FILL_HOME ? "minimal-filled" : "minimal");
  const hash = createHash("sha256").update(JSON.stringify(fillers));
  addToHash(hash, source);
  addToHash(hash, join(root, "package-lock.json"));
  const wanted = hash.digest("hex");
  const stamp = join(dir, ".next", "build-fingerprint");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return dir;
  log("Building the minimal page to compare with …");
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  cpSync(source, dir, { recursive: true });
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"), "junction");
  await runNextBuild({ root, dir, env: { ...process.env, ...fillers } });
  writeFileSync(stamp, wanted);
  return dir;
}

/** First-load JavaScript of the minimal page, in brotli bytes, read from its build. */
export async function minimalFirstLoadBytes(dir: string): Promise<number> {
  return firstLoadBytes(await minimalHtml(dir, "index"), (path) =>
    readFile(join(dir, ".next", path.replace("/_next/", ""))),
  );
}

/** The HTML that the minimal app prerendered for a page. */
export function minimalHtml(dir: string, page: "index" | "pricing"): Promise<string> {
  return readFile(join(dir, ".next", "server", "app", `${page}.html`), "utf8");
}
