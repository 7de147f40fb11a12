import type { Context } from "hono";
import type { z } from "zod";

/** Parameters as they arrive: every leaf a string, `a[b]` and `a[0]` alike one level of keys. */
export interface RawParams {
  [key: string]: string | RawParams;
}

function emptyParams(): RawParams {
  // No prototype: a key called `__proto__` is only a key.
  return Object.create(null) as RawParams;
}

/** `a[b][]` becomes ["a", "b", ""]; a name with stray brackets stays one key. */
function splitName(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match) return [name];
  const [, first = name, rest = ""] = match;
  return [first, ...Array.from(rest.matchAll(/\[([^[\]]*)\]/g), (part) => part[1] ?? "")];
}

/**
 * Parses a form-encoded body or a query string with Stripe's bracket notation.
 * `a[]=x&a[]=y` reads as `a[0]=x&a[1]=y`; of two equal names the last one wins.
 */
export function parseForm(encoded: string): RawParams {
  const params = emptyParams();
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = splitName(name);
    let level = params;
    path.forEach((part, depth) => {
      const key = part === "" && depth > 0 ? String(Object.keys(level).length) : part;
      if (depth === path.length - 1) {
        level[key] = value;
        return;
      }
      const next = level[key];
      const child = typeof next === "object" ? next : emptyParams();
      level[key] = child;
      level = child;
    });
  }
  return params;
}

/** ["line_items", 0, "price"] as Stripe names it in `param`: `line_items[0][price]`. */
export function paramName(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join("");
}

/** The same text for the same parameters in any order; used to compare two calls under one idempotency key. */
export function canonicalParams(params: RawParams): string {
  const sorted = Object.keys(params)
    .sort()
    .map((key) => {
      const value = params[key];
      return [key, typeof value === "object" ? canonicalParams(value) : value];
    });
  return JSON.stringify(sorted);
}

/** The body of a control call, checked; an empty one is an empty object. */
export async function readJson<S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> {
  const text = await c.req.text();
  return schema.parse(text === "" ? {} : JSON.parse(text));
}
