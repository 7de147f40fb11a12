import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {}
}

/** Returns a flag stored in this browser, and its setter. Without storage it stays `initial`. */
export function useRemembered(key: string, initial: boolean): [isOn: boolean, set: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    subscribe,
    () => (read(key) ?? (initial ? "on" : "off")) === "on",
    () => initial,
  );
  const set = (next: boolean) => {
    write(key, next ? "on" : "off");
    for (const listener of listeners) listener();
  };
  return [isOn, set];
}
