/* The tab's sessionStorage, or the browser's localStorage. Everything works without them. */

type Kind = "sessionStorage" | "localStorage";

export function readStored(key: string, kind: Kind = "sessionStorage"): string | null {
  try {
    return globalThis[kind].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value, or removes it if undefined. */
export function writeStored(key: string, value: string | undefined, kind: Kind = "sessionStorage"): void {
  try {
    if (value === undefined) globalThis[kind].removeItem(key);
    else globalThis[kind].setItem(key, value);
  } catch {
    // Storage is disabled or full.
  }
}
