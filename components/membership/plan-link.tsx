"use client";

import { useSignedIn } from "@/components/layout/use-signed-in";
import { useOwnPlan } from "@/components/membership/use-own-plan";
import { ButtonLink } from "@/components/ui/button-link";
import { paths, withQuery } from "@/lib/base/paths";
import type { Offer } from "@/lib/membership/offers";

/**
 * Shows the button of a plan's card. The page's bytes hold the visitor's, which leads to signing up; a signed-in
 * person's leads to the checkout, and on a member's own plan it says "Manage your plan".
 */
export function PlanLink({ plan, name, isPrimary }: { plan: Offer["id"]; name: string; isPrimary: boolean }) {
  const isSignedIn = useSignedIn();
  const isOwn = useOwnPlan() === plan;
  return (
    <ButtonLink href={planPath(plan, isSignedIn)} variant={isPrimary ? "primary" : "secondary"} block>
      {isOwn ? "Manage your plan" : plan === "free" ? "Start free" : `Choose ${name}`}
    </ButtonLink>
  );
}

function planPath(plan: Offer["id"], isSignedIn: boolean): string {
  if (plan === "free") return isSignedIn ? paths.submitFree : paths.loginFree;
  return withQuery(isSignedIn ? paths.pricing : paths.signup, { plan });
}
