/*
 * The storage of one tab (sessionStorage), for what a person began on a page. Browsers can switch it off: then
 * nothing is remembered, and everything works all the same.
 */

/** The kinds of fields that are kept; zod's schemas of five of them would weigh as much as the rest of such a page. */
type Kinds = { string: string; number: number; "string or null": string | null; "boolean?": boolean };
type Shape = Record<string, keyof Kinds>;
/** An object of this shape; a field whose kind ends with a question mark may be missing. */
export type Stored<S extends Shape> = {
  [K in keyof S as S[K] extends `${string}?` ? never : K]: Kinds[S[K]];
} & { [K in keyof S as S[K] extends `${string}?` ? K : never]?: Kinds[S[K]] };

/** Reads a value of this tab's storage; answers null when there is none, or no storage. */
export function readStored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    // Storage is switched off.
    return null;
  }
}

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

/** Keeps a value in this tab's storage, or with undefined removes it. */
export function writeStored(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Storage is switched off or full.
  }
}
