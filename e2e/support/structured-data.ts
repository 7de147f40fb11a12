import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import jsonld, { type Options } from "jsonld";

export const SCHEMA_ORG = "https://schema.org/";

/** A node of a page's structured data after the processor: full names, all values in lists. */
export type GraphNode = Record<string, unknown> & { "@type": string[] };

/** schema.org's context as far as these pages use it; any other document would need the network and is refused. */
async function documentLoader(url: string) {
  if (url !== "https://schema.org") throw new Error(`The structured data refers to ${url}.`);
  const link = { "@type": "@id" };
  const document = {
    "@context": { "@vocab": SCHEMA_ORG, url: link, logo: link, image: link, availability: link },
  };
  return { contextUrl: undefined, documentUrl: url, document };
}

// `safe` makes the processor throw where it would drop something; its types do not know the option yet.
const processing: Options.Expand & { safe: boolean } = { documentLoader, safe: true };

/** The nodes of all structured data in a page's HTML; throws where a processor would drop something. */
export async function structuredData(html: string): Promise<GraphNode[]> {
  const texts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  const graphs = texts.map(async ([, text = ""]) =>
    jsonld.flatten((await jsonld.expand(JSON.parse(text), processing)) as object),
  );
  return (await Promise.all(graphs)).flat() as unknown as GraphNode[];
}

/** Every type and property that schema.org knows, read from its published types. */
export function vocabulary(): { types: Set<string>; properties: Set<string> } {
  const path = createRequire(import.meta.url)
    .resolve("schema-dts")
    .replace(/\.js$/, ".d.ts");
  const source = readFileSync(path, "utf8");
  const all = (pattern: RegExp) => new Set([...source.matchAll(pattern)].map(([, name = ""]) => name));
  return { types: all(/"@type": "(\w+)"/g), properties: all(/^ {4}"(\w+)"\?:/gm) };
}
