import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "@/lib/base/session-store";

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Returns a flag stored in this browser, and its setter. Without storage it stays `initial`. */
export function useRemembered(key: string, initial: boolean): [isOn: boolean, set: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    subscribe,
    () => (readStored(key, "localStorage") ?? (initial ? "on" : "off")) === "on",
    () => initial,
  );
  const set = (next: boolean) => {
    writeStored(key, next ? "on" : "off", "localStorage");
    for (const listener of listeners) listener();
  };
  return [isOn, set];
}
