import { brotliCompressSync } from "node:zlib";

/**
 * The scripts that a browser loads with a page: those of its HTML and those that its component tree names, without
 * the one for browsers that know no modules. Paths as from the site's root.
 */
export function scriptsOf(html: string): string[] {
  const old = /<script[^>]*noModule[^>]*>/gi;
  const legacy = new Set((html.match(old) ?? []).flatMap(chunksIn));
  return [...new Set(chunksIn(html))].filter((path) => !legacy.has(path)).sort();
}

function chunksIn(text: string): string[] {
  return (text.match(/\/_next\/static\/chunks\/[\w~./-]+?\.js/g) ?? []).map(String);
}

/** Bytes of a file that is compressed by itself with brotli at its best. */
export const brotliBytes = (file: Uint8Array): number => brotliCompressSync(file).length;

/** Answers the size of a script (see brotliBytes), which is fetched and compressed once, however many pages it comes with. */
export function scriptSizes(fetchScript: (path: string) => Promise<Uint8Array>) {
  const sizes = new Map<string, Promise<number>>();
  return (path: string): Promise<number> => {
    const size = sizes.get(path) ?? fetchScript(path).then(brotliBytes);
    sizes.set(path, size);
    return size;
  };
}

/** Bytes of JavaScript that come with a page, compressed (see brotliBytes); `sizeOf` is asked once for each script. */
export async function firstLoadBytes(
  html: string,
  sizeOf: (path: string) => Promise<number>,
): Promise<number> {
  const paths = scriptsOf(html);
  if (paths.length === 0)
    throw new Error("The page names no script: its markup is not what the bench expects.");
  let bytes = 0;
  for (const path of paths) bytes += await sizeOf(path);
  return bytes;
}

/** What each page may cost, as a multiple of the minimal page's first-load JavaScript, and who looks at it. */
export const FIRST_LOAD_BUDGETS: { path: string; most: number; by?: "customer" | "staff" }[] = [
  // Every page removes the tokens that emails of the auth service may leave in its address.
  { path: "/", most: 1.052 },
  { path: "/pricing", most: 1.08 },
  { path: "/login", most: 1.085 },
  { path: "/submit", most: 1.25, by: "customer" },
  { path: "/dashboard", most: 1.07, by: "customer" },
  { path: "/admin", most: 1.3, by: "staff" },
];
