"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and until React has taken over the page, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
