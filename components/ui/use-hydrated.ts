"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Answers whether React has taken over the page: false on the server and until then, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
