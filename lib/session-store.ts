/** A value of this tab's storage; null when there is none, or no storage. */
export function readStored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    // Storage is switched off: nothing is remembered, and everything works all the same.
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
