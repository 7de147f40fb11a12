"use client";

import { useSyncExternalStore } from "react";
import { onPageOpened } from "@/components/ui/use-page-opened";
import { onPageRestored } from "@/components/ui/use-page-restored";
import { onSessionNewsWhileShown } from "@/lib/auth/session/session-channel";
import { isMembershipPlan, type MembershipPlan } from "@/lib/base/plans";
import { shareSubscription } from "@/lib/base/share-subscription";
import { hasSignedInCookie } from "@/lib/base/signed-in-cookie";

let own: MembershipPlan | null = null;
let questions = 0;
let cameSignedIn = false;

/** Asks what plan the person has. What asking takes comes only now: most visitors of the public pages have no account. */
async function askServer(): Promise<unknown> {
  try {
    const [{ apiPaths }, { getJson }] = await Promise.all([
      import("@/lib/base/api-paths"),
      import("@/lib/http/post-json"),
    ]);
    const reply = await getJson<{ plan?: unknown } | null>(apiPaths.membership);
    return reply.ok ? reply.data?.plan : null;
  } catch {
    // The scripts did not come: as when the answer does not.
    return null;
  }
}

/**
 * Asks once for all readers; the answer to an older question is not used. When it fails, no plan is marked as the
 * person's own.
 */
async function ask(notifyAll: () => void): Promise<void> {
  const question = ++questions;
  const plan = hasSignedInCookie(document.cookie) ? await askServer() : null;
  if (question !== questions) return;
  own = isMembershipPlan(plan) ? plan : null;
  notifyAll();
}

const subscribe = shareSubscription((notifyAll) => {
  // The public pages, this one too, say again and again that someone is signed in, not who: that is no news.
  const stopNews = onSessionNewsWhileShown(({ isSignedIn, who }) => {
    if (!isSignedIn || who !== undefined) void ask(notifyAll);
  });
  const look = () => {
    cameSignedIn = hasSignedInCookie(document.cookie);
    void ask(notifyAll);
  };
  const stopRestored = onPageRestored(look);
  onPageOpened(look);
  return () => {
    stopNews();
    stopRestored();
  };
});

/**
 * Tells, to a reader of `useOwnPlan`, whether the person was signed in when the page opened or came back. The answer to
 * the page's own question takes the cookie of a session that has ended away, on a slow device before others look.
 */
export const hasComeSignedIn = () => cameSignedIn;

/** Returns the plan of a signed-in member, for the public pages; null for everybody else, and until it is known. */
export function useOwnPlan(): MembershipPlan | null {
  return useSyncExternalStore(
    subscribe,
    () => own,
    () => null,
  );
}
