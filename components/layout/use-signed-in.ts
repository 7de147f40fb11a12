"use client";

import { useSyncExternalStore } from "react";
import { hasSignedInCookie } from "@/lib/auth/signed-in-cookie";

/** Looks again when the person comes back to the page, also out of the browser's page cache. */
function onReturn(notify: () => void): () => void {
  window.addEventListener("pageshow", notify);
  window.addEventListener("focus", notify);
  return () => {
    window.removeEventListener("pageshow", notify);
    window.removeEventListener("focus", notify);
  };
}

/** Whether somebody is signed in, for the public pages: false in their bytes, then what the browser's cookie says. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(
    onReturn,
    () => hasSignedInCookie(document.cookie),
    () => false,
  );
}
