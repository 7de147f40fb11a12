import { brotliCompressSync } from "node:zlib";

/** The maximum first-load JavaScript of each page, as a multiple of the minimal page's, and who opens the page. */
export const FIRST_LOAD_BUDGETS: { path: string; most: number; by?: "customer" | "staff" }[] = [
  // Every page includes the code that removes the auth service's tokens from the address.
  { path: "/", most: 1.052 },
  { path: "/pricing", most: 1.08 },
  { path: "/login", most: 1.085 },
  { path: "/submit", most: 1.25, by: "customer" },
  // The numbering of modules alone changes the compressed size by up to 40 bytes.
  { path: "/dashboard", most: 1.072, by: "customer" },
  { path: "/admin", most: 1.3, by: "staff" },
];

/** The maximum bytes of HTML before compression. /dashboard has twenty orders, /admin fifty. */
export const HTML_BUDGETS = { "/": 60_000, "/dashboard": 40_000, "/admin": 180_000 };

/** The maximum bytes of a page's style sheets, each compressed separately with brotli. */
export const CSS_BUDGET = 8 * 1024;

/**
 * Returns the paths of the scripts that a browser loads with a page: those in the HTML and in the component tree,
 * except the one for browsers without module support.
 */
export function scriptsOf(html: string): string[] {
  const noModule = html.match(/<script[^>]*noModule[^>]*>/gi) ?? [];
  const legacy = new Set(noModule.flatMap(chunksIn));
  return [...new Set(chunksIn(html))].filter((path) => !legacy.has(path)).sort();
}

function chunksIn(text: string): string[] {
  return text.match(/\/_next\/static\/chunks\/[\w~./-]+?\.js/g) ?? [];
}

/** Returns the paths of the style sheets that a page's HTML loads, without duplicates. */
export function stylesOf(html: string): string[] {
  const links = (html.match(/<link[^>]*>/g) ?? []).filter((link) => link.includes('rel="stylesheet"'));
  return [...new Set(links.flatMap((link) => /href="([^"?]+)/.exec(link)?.[1] ?? []))].sort();
}

/** Returns a file's size in bytes after brotli compression at the highest quality. */
export const brotliBytes = (file: Uint8Array): number => brotliCompressSync(file).length;

/** Returns a function that measures a file's compressed size and fetches each file only once. */
export function fileSizes(fetchFile: (path: string) => Promise<Uint8Array>) {
  const sizes = new Map<string, Promise<number>>();
  return (path: string): Promise<number> => {
    const size = sizes.get(path) ?? fetchFile(path).then(brotliBytes);
    sizes.set(path, size);
    return size;
  };
}

/**
 * Returns the compressed bytes of the files that `filesOf` (scriptsOf, stylesOf) finds in a page. Throws if it finds
 * none.
 */
export async function measureBytes(
  filesOf: (html: string) => string[],
  html: string,
  sizeOf: (path: string) => Promise<number>,
): Promise<number> {
  const sizes = await Promise.all(filesOf(html).map(sizeOf));
  if (sizes.length === 0) throw new Error("The page loads no such file, so its markup isn't as expected.");
  return sizes.reduce((sum, size) => sum + size, 0);
}
