"use client";

import { useSignedIn } from "@/components/layout/use-signed-in";
import { useOwnPlan } from "@/components/membership/use-own-plan";
import { ButtonLink } from "@/components/ui/button-link";
import { paths, withQuery } from "@/lib/base/paths";
import type { Offer } from "@/lib/membership/offers";

type PlanLinkProps = { plan: Offer["id"]; name: string; isPrimary?: boolean };

/** Links visitors to the sign-up, and signed-in customers to the checkout or their own plan. */
export function PlanLink({ plan, name, isPrimary = false }: PlanLinkProps) {
  const isSignedIn = useSignedIn();
  const isOwn = useOwnPlan() === plan;
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
