/*
 * The storage of one tab (sessionStorage), for what a person began on a page. Browsers can switch it off: then
 * nothing is remembered, and everything works all the same.
 */

/** Reads a value of this tab's storage; answers null when there is none, or no storage. */
export function readStored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    // Storage is switched off.
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
