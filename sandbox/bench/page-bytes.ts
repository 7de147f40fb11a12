import { gzipSync } from "node:zlib";
import { brotliBytes } from "./first-load.ts";

/** The most bytes of HTML that a page may have, before compression: /admin with fifty orders, /dashboard with twenty. */
export const HTML_BUDGETS: Record<string, number> = { "/": 60_000, "/dashboard": 40_000, "/admin": 180_000 };

/** The most bytes of style sheets that a page may load, each compressed by itself with brotli as scripts are counted. */
export const CSS_BUDGET = 8 * 1024;

/** The style sheets that a page's HTML loads, each once, as paths from the site's root. */
export function stylesOf(html: string): string[] {
  const links = html.match(/<link[^>]*>/g) ?? [];
  const sheets = links.filter((link) => /rel="stylesheet"/.test(link));
  return [...new Set(sheets.flatMap((link) => /href="([^"?]+)/.exec(link)?.[1] ?? []))].sort();
}

/** What a page weighs in bytes: its HTML as it is and gzipped; its style sheets in brotli and gzipped, as Next sends them. */
export type PageBytes = { html: number; htmlSent: number; css: number; cssSent: number };

/** Adds up a page's bytes; `read` is asked once for each style sheet. */
export async function pageBytes(
  html: string,
  read: (path: string) => Promise<Uint8Array>,
): Promise<PageBytes> {
  const sheets = await Promise.all(stylesOf(html).map(read));
  const sum = (sizeOf: (file: Uint8Array) => number) =>
    sheets.reduce((total, sheet) => total + sizeOf(sheet), 0);
  return {
    html: Buffer.byteLength(html),
    htmlSent: gzipSync(html).length,
    css: sum(brotliBytes),
    cssSent: sum((sheet) => gzipSync(sheet).length),
  };
}
