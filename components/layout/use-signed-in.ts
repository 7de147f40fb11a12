"use client";

import { useSyncExternalStore } from "react";
import { onPageOpened } from "@/components/ui/use-page-opened";
import { onSessionNewsWhileShown, tellSession } from "@/lib/auth/session/session-channel";
import { shareSubscription } from "@/lib/base/share-subscription";
import { hasSignedInCookie } from "@/lib/base/signed-in-cookie";

/** Also checks on return, including from the page cache. */
const subscribe = shareSubscription((tellAll) => {
  window.addEventListener("pageshow", tellAll);
  window.addEventListener("focus", tellAll);
  const stopListening = onSessionNewsWhileShown(tellAll);
  onPageOpened(() => {
    // A prerendered page has an older cookie's state.
    tellAll();
    // Tells the other tabs about a sign-out, which ends on a public page.
    tellSession({ isSignedIn: hasSignedInCookie(document.cookie) });
  });
  return () => {
    stopListening();
    window.removeEventListener("pageshow", tellAll);
    window.removeEventListener("focus", tellAll);
  };
});

/** Returns whether someone is signed in, following other tabs. False during prerendering. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hasSignedInCookie(document.cookie),
    () => false,
  );
}
