"use client";

import { useSyncExternalStore } from "react";
import { onSessionNews, tellSession } from "@/lib/auth/session-channel";
import { hasSignedInCookie } from "@/lib/auth/signed-in-cookie";

/** Looks again when another page says who is signed in, and when the person comes back, also out of the page cache. */
function onReturn(notify: () => void): () => void {
  window.addEventListener("pageshow", notify);
  window.addEventListener("focus", notify);
  const stopListening = onSessionNews(notify);
  // Signing out ends on a public page: the others hear of it here.
  tellSession({ isSignedIn: hasSignedInCookie(document.cookie) });
  return () => {
    stopListening();
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
