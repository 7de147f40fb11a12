import { readStored } from "@/lib/base/session-store";

// Separate from session-store.ts because the dashboard doesn't need this code.

/** Checked by hand, because zod would outweigh the rest of such a page. */
type Kinds = {
  string: string;
  number: number;
  "string or null": string | null;
  "string?": string;
  "boolean?": boolean;
};
type Shape = Record<string, keyof Kinds>;
/** Keys whose kind ends with "?" are optional. */
export type Stored<S extends Shape> = {
  [K in keyof S as S[K] extends `${string}?` ? never : K]: Kinds[S[K]];
} & { [K in keyof S as S[K] extends `${string}?` ? K : never]?: Kinds[S[K]] };

/** Returns a stored JSON value without checking it, or null. */
export function readStoredValue(key: string) {
  try {
    return JSON.parse(readStored(key) || "null");
  } catch {
    // Not JSON, so we didn't write it.
    return null;
  }
}

/** Returns a stored object, or null if it doesn't have this shape. */
export function readStoredJson<S extends Shape>(key: string, shape: S): Stored<S> | null {
  const value = readStoredValue(key);
  if (value === null) return null;
  return Object.entries(shape).every(([name, kind]) => isOfKind(value[name], kind)) ? value : null;
}

function isOfKind(value: unknown, kind: keyof Kinds): boolean {
  if (kind === "string or null") return value === null || typeof value === "string";
  if (kind.endsWith("?") && value === undefined) return true;
  return typeof value === kind.replace("?", "");
}
