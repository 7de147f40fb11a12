import { useSyncExternalStore } from "react";
import { onPageOpened } from "@/components/ui/use-page-restored";
import { announceSession, onSessionNewsWhileShown } from "@/lib/auth/session/session-channel";
import { shareSubscription } from "@/lib/base/share-subscription";
import { hasSignedInCookie } from "@/lib/base/signed-in-cookie";

/** Also checks on return, including from the page cache. */
const subscribe = shareSubscription((notifyAll) => {
  window.addEventListener("pageshow", notifyAll);
  window.addEventListener("focus", notifyAll);
  const stopListening = onSessionNewsWhileShown(notifyAll);
  onPageOpened(() => {
    // A prerendered page has an older cookie's state.
    notifyAll();
    // Sign-out ends on a public page: notifies the other tabs.
    announceSession({ isSignedIn: hasSignedInCookie(document.cookie) });
  });
  return () => {
    stopListening();
    window.removeEventListener("pageshow", notifyAll);
    window.removeEventListener("focus", notifyAll);
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
