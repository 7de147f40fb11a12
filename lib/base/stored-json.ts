import { readStored } from "@/lib/base/session-store";

// Apart from session-store: the dashboard, which reads words alone, does not load it.

/** The kinds of fields that are kept; zod's schemas of five of them would weigh as much as the rest of such a page. */
type Kinds = { string: string; number: number; "string or null": string | null; "boolean?": boolean };
type Shape = Record<string, keyof Kinds>;
/** An object of this shape; a field whose kind ends with a question mark may be missing. */
export type Stored<S extends Shape> = {
  [K in keyof S as S[K] extends `${string}?` ? never : K]: Kinds[S[K]];
} & { [K in keyof S as S[K] extends `${string}?` ? K : never]?: Kinds[S[K]] };

/** Reads what was kept as JSON, unchecked, where nothing but its own page reads and writes it; null when there is none. */
export function readStoredValue(key: string) {
  try {
    return JSON.parse(readStored(key) || "null");
  } catch {
    // Something else lies under this key: nothing was kept then.
    return null;
  }
}

/** Reads an object that was kept as JSON; answers null when there is none, or none of this shape. */
export function readStoredJson<S extends Shape>(key: string, shape: S): Stored<S> | null {
  const value = readStoredValue(key);
  if (value === null) return null;
  return Object.entries(shape).every(([name, kind]) => isOfKind(value[name], kind)) ? value : null;
}

function isOfKind(value: unknown, kind: keyof Kinds): boolean {
  if (kind === "string or null") return value === null || typeof value === "string";
  if (kind === "boolean?") return value === undefined || typeof value === "boolean";
  return typeof value === kind;
}
