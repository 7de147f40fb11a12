import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns false on the server and until React hydrates the page. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
