/*
 * The storage of one tab (sessionStorage), for what a person began on a page. Browsers can switch it off: then
 * nothing is remembered, and everything works all the same.
 */

/** zod's whole type would bring zod's code into pages that only read a text. */
type Schema<T> = { safeParse: (value: unknown) => { data?: T | undefined } };

/** Reads a value of this tab's storage; answers null when there is none, or no storage. */
export function readStored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    // Storage is switched off.
    return null;
  }
}

/** Reads a value that was kept as JSON; answers null when there is none, or none of the schema's shape. */
export function readStoredJson<T>(key: string, schema: Schema<T>): T | null {
  const text = readStored(key);
  if (!text) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Something else lies under this key: nothing was kept then.
    return null;
  }
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
