/** As much of a zod schema as a reader needs. */
type Schema<T> = { safeParse: (value: unknown) => { data?: T | undefined } };

/** A value of this tab's storage; null when there is none, or no storage. */
export function readStored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    // Storage is switched off: nothing is remembered, and everything works all the same.
    return null;
  }
}

/** A value of this tab's storage that was kept as JSON; null when there is none, or none of this shape. */
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

/** Keeps a value in this tab's storage; undefined removes it. */
export function writeStored(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // See readStored().
  }
}
