import type { Context } from "hono";
import type { z } from "zod";

/** Parameters as received. Every leaf is a string, and `a[b]` and `a[0]` are both one level of keys. */
export interface RawParams {
  [key: string]: string | RawParams;
}

function emptyParams(): RawParams {
  // Has no prototype, so that `__proto__` is an ordinary key.
  return Object.create(null) as RawParams;
}

function splitName(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match) return [name];
  const [, first = name, rest = ""] = match;
  return [first, ...Array.from(rest.matchAll(/\[([^[\]]*)\]/g), (part) => part[1] ?? "")];
}

/**
 * Parses a form body or query with Stripe's bracket notation. `a[]=x&a[]=y` means `a[0]=x&a[1]=y`. The last of
 * several equal names wins.
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

export function paramName(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join("");
}

/** Returns the same text for the same parameters, whatever their order. */
export function canonicalParams(params: RawParams): string {
  const sorted = Object.keys(params)
    .sort()
    .map((key) => {
      const value = params[key];
      return [key, typeof value === "object" ? canonicalParams(value) : value];
    });
  return JSON.stringify(sorted);
}

export async function readJson<S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> {
  const text = await c.req.text();
  return schema.parse(text === "" ? {} : JSON.parse(text));
}
