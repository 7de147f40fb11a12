import { useSyncExternalStore } from "react";
import { onPageOpened } from "@/components/ui/use-page-restored";
import { announceSession, onSessionNewsWhileShown } from "@/lib/auth/session/session-channel";
import { shareSubscription } from "@/lib/base/share-subscription";
import { hasSignedInCookie } from "@/lib/base/signed-in-cookie";

/** Checks again when the page regains focus or is restored from the back/forward cache. */
const subscribe = shareSubscription((notifyAll) => {
  window.addEventListener("pageshow", notifyAll);
  window.addEventListener("focus", notifyAll);
  const stopListening = onSessionNewsWhileShown(notifyAll);
  onPageOpened(() => {
    // A prerendered page has read an older cookie.
    notifyAll();
    // Sign-out ends on a public page, which notifies the other tabs.
    announceSession({ isSignedIn: hasSignedInCookie(document.cookie) });
  });
  return () => {
    stopListening();
    window.removeEventListener("pageshow", notifyAll);
    window.removeEventListener("focus", notifyAll);
  };
});

/** Returns whether someone is signed in, in sync with other tabs. False during prerendering. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hasSignedInCookie(document.cookie),
    () => false,
  );
}
