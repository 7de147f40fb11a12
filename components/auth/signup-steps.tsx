"use client";

import { useState } from "react";
import { PlanChoice } from "@/components/auth/plan-choice";
import { SignupForm } from "@/components/auth/signup-form";
import type { SignupPlan } from "@/lib/auth/signup-rules";

/** The two steps of signing up; an address that names a plan starts at the second. */
export function SignupSteps({ initialPlan }: { initialPlan: SignupPlan | null }) {
  const [plan, setPlan] = useState(initialPlan);
  const [hasChosen, setHasChosen] = useState(false);
  return (
    <div>
      <p className="mb-5 text-sm font-medium text-text-muted" aria-live="polite">
        Step {plan ? 2 : 1} of 2: {plan ? "your account" : "choose a plan"}
      </p>
      {plan ? (
        <SignupForm plan={plan} isFocused={hasChosen} onChangePlan={() => setPlan(null)} />
      ) : (
        <PlanChoice
          onChoose={(chosen) => {
            setPlan(chosen);
            setHasChosen(true);
          }}
        />
      )}
    </div>
  );
}
