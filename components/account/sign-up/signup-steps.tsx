"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { PlanChoice } from "@/components/account/sign-up/plan-choice";
import { SignupForm } from "@/components/account/sign-up/signup-form";
import { AgreedTerms } from "@/components/layout/agreed-terms";
import { isSignupPlan, type SignupPlan } from "@/lib/auth/signup-rules";
import { paths, withQuery } from "@/lib/base/paths";

/**
 * Shows the two steps of signing up. The page's address says which one, so that Back, a reload and the log-in keep the
 * plan.
 */
export function SignupSteps() {
  const plan = useWantedPlan();
  const [hasChosen, setHasChosen] = useState(false);
  return (
    <div>
      <p className="mb-5 text-sm font-medium text-text-muted" aria-live="polite">
        Step {plan ? 2 : 1} of 2: {plan ? "your account" : "choose a plan"}
      </p>
      {plan ? (
        <SignupForm plan={plan} isFocused={hasChosen} onChangePlan={() => goToStep(undefined)} />
      ) : (
        <PlanChoice
          onChoose={(chosen) => {
            setHasChosen(true);
            goToStep(chosen);
          }}
        />
      )}
    </div>
  );
}

/** Offers the log-in below the steps of signing up, and says what is agreed to; the chosen plan comes along. */
export function LogInInstead() {
  const plan = useWantedPlan() ?? undefined;
  return (
    <div className="space-y-3">
      <p>
        Have an account?{" "}
        <a className="link" href={withQuery(paths.login, { plan })}>
          Log in
        </a>
      </p>
      <AgreedTerms act="creating an account" />
    </div>
  );
}

function useWantedPlan(): SignupPlan | null {
  const plan = useSearchParams().get("plan");
  return isSignupPlan(plan) ? plan : null;
}

/** Puts the step's plan into the address; Next.js keeps useSearchParams in step with the browser's own history. */
function goToStep(plan: SignupPlan | undefined): void {
  window.history.pushState(null, "", withQuery(paths.signup, { plan }));
}
