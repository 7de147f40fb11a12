"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { CarryingLink } from "@/components/account/carrying-link";
import { PlanChoice } from "@/components/account/sign-up/plan-choice";
import { SignupForm } from "@/components/account/sign-up/signup-form";
import { isSignupPlan, type SignupPlan } from "@/lib/auth/signup-rules";
import { paths, withQuery } from "@/lib/base/paths";
import { isMembershipPlan } from "@/lib/base/plans";

/**
 * Shows the two steps of signing up. The page's address says which one, so that Back, a reload and the log-in keep the
 * plan.
 */
export function SignupSteps() {
  const { plan, next } = useWish();
  const [hasChosen, setHasChosen] = useState(false);
  return (
    <div>
      <p className="mb-5 text-sm font-medium text-text-muted" aria-live="polite">
        Step {plan ? 2 : 1} of 2: {plan ? "your account" : "choose a plan"}
      </p>
      {plan ? (
        <SignupForm plan={plan} next={next} isFocused={hasChosen} onChangePlan={() => goToStep({ next })} />
      ) : (
        <PlanChoice
          onChoose={(chosen) => {
            setHasChosen(true);
            goToStep({ next: chosen === "free" ? next : undefined, plan: chosen });
          }}
        />
      )}
    </div>
  );
}

/** Offers the log-in below the steps of signing up; the chosen plan and page come along. */
export function LogInInstead() {
  const { plan, next } = useWish();
  return (
    <p>
      Have an account? <CarryingLink href={withQuery(paths.login, { next, plan })}>Log in</CarryingLink>
    </p>
  );
}

type Wish = { plan?: SignupPlan | undefined; next?: string | undefined };

function useWish(): Wish {
  const query = useSearchParams();
  const plan = query.get("plan");
  return {
    plan: isSignupPlan(plan) ? plan : undefined,
    // A paid plan goes to its checkout: another page would win over it.
    next: isMembershipPlan(plan) ? undefined : (query.get("next") ?? undefined),
  };
}

/** Puts the step's plan into the address; Next.js keeps useSearchParams in step with the browser's own history. */
function goToStep({ plan, next }: Wish): void {
  window.history.pushState(null, "", withQuery(paths.signup, { plan, next }));
}
