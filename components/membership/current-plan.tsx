"use client";
import { useSyncExternalStore } from "react";
import { useSignedIn } from "@/components/layout/use-signed-in";
import { ButtonLink } from "@/components/ui/button-link";
import { onPageOpened, onPageRestored } from "@/components/ui/use-page-restored";
import { onSessionNewsWhileShown } from "@/lib/auth/session/session-channel";
import { paths, withQuery } from "@/lib/base/paths";
import { isMembershipPlan, type MembershipPlan } from "@/lib/base/plans";
import { shareSubscription } from "@/lib/base/share-subscription";
import { hasSignedInCookie } from "@/lib/base/signed-in-cookie";
import type { Offer } from "@/lib/membership/offers";

let currentPlan: MembershipPlan | null = null;
let requestCount = 0;
let wasSignedIn = false;

/** Fetches the person's plan. Its code is lazy-loaded, since most visitors of public pages have no account. */
async function fetchPlan(): Promise<unknown> {
  try {
    const [{ apiPaths }, { getJson }] = await Promise.all([
      import("@/lib/base/api-paths"),
      import("@/lib/http/post-json"),
    ]);
    const reply = await getJson<{ plan?: unknown } | null>(apiPaths.membership);
    return reply.ok ? reply.data?.plan : null;
  } catch {
    // If the code can't load, treat it like a failed request.
    return null;
  }
}

/** Fetches once for all subscribers and ignores outdated responses. A failed request counts as no plan. */
async function loadPlan(notifyAll: () => void): Promise<void> {
  const question = ++requestCount;
  const plan = hasSignedInCookie(document.cookie) ? await fetchPlan() : null;
  if (question !== requestCount) return;
  currentPlan = isMembershipPlan(plan) ? plan : null;
  notifyAll();
}

const subscribe = shareSubscription((notifyAll) => {
  // Public pages repeatedly announce that someone is signed in but not who. Ignore those messages.
  const stopNews = onSessionNewsWhileShown(({ isSignedIn, who }) => {
    if (!isSignedIn || who !== undefined) void loadPlan(notifyAll);
  });
  const look = () => {
    wasSignedIn = hasSignedInCookie(document.cookie);
    void loadPlan(notifyAll);
  };
  const stopRestored = onPageRestored(look);
  onPageOpened(look);
  return () => {
    stopNews();
    stopRestored();
  };
});

/**
 * Returns whether the person was signed in when the page was opened or restored. Needs a mounted useCurrentPlan,
 * because its request may clear an ended session's cookie before others read it.
 */
export const wasSignedInOnOpen = () => wasSignedIn;

/** Returns a signed-in member's plan on public pages. Null for others and while loading. */
export function useCurrentPlan(): MembershipPlan | null {
  return useSyncExternalStore(
    subscribe,
    () => currentPlan,
    () => null,
  );
}

type PlanLinkProps = { plan: Offer["id"]; name: string; isPrimary?: boolean };

export function PlanLink({ plan, name, isPrimary = false }: PlanLinkProps) {
  const isSignedIn = useSignedIn();
  const isOwn = useCurrentPlan() === plan;
  return (
    <ButtonLink href={planPath(plan, isSignedIn)} variant={isPrimary ? "primary" : "secondary"} block>
      {isOwn ? "Manage your plan" : plan === "free" ? "Start a batch" : `Choose ${name}`}
    </ButtonLink>
  );
}

function planPath(plan: Offer["id"], isSignedIn: boolean): string {
  if (plan === "free") return isSignedIn ? paths.submitFree : paths.loginFree;
  return withQuery(isSignedIn ? paths.pricing : paths.signup, { plan });
}
