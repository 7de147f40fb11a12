"use client";

import { useSyncExternalStore } from "react";
import { onPageOpened } from "@/components/ui/use-page-opened";
import { onSessionNewsWhileShown, tellSession } from "@/lib/auth/session/session-channel";
import { shareSubscription } from "@/lib/base/share-subscription";
import { hasSignedInCookie } from "@/lib/base/signed-in-cookie";

/** Looks again when another page says who is signed in, and when the person comes back, also out of the page cache. */
const subscribe = shareSubscription((tellAll) => {
  window.addEventListener("pageshow", tellAll);
  window.addEventListener("focus", tellAll);
  const stopListening = onSessionNewsWhileShown(tellAll);
  onPageOpened(() => {
    // A page that was loaded ahead has what the cookie said then.
    tellAll();
    // Signing out ends on a public page: the others hear of it here.
    tellSession({ isSignedIn: hasSignedInCookie(document.cookie) });
  });
  return () => {
    stopListening();
    window.removeEventListener("pageshow", tellAll);
    window.removeEventListener("focus", tellAll);
  };
});

/**
 * Answers whether somebody is signed in, on the public pages: false in their bytes, which are the same for everybody,
 * then what the browser's cookie says. It follows other tabs that sign in or out.
 */
export function useSignedIn(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hasSignedInCookie(document.cookie),
    () => false,
  );
}
