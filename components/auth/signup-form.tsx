"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { goTo } from "@/components/auth/go-to";
import { SIGNUP_OPTIONS } from "@/components/auth/signup-plans";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import {
  PASSWORD_MIN,
  type SignupPlan,
  type SignupForm as SignupValues,
  signupSchema,
} from "@/lib/auth/schema";
import { paths } from "@/lib/paths";
import { postJson } from "@/lib/post-json";

type SignedUp = { isSignedIn: boolean; redirectTo: string };
type SignupFormProps = {
  plan: SignupPlan;
  onChangePlan: () => void;
  /** Puts the keyboard into the form: the person has just chosen the plan on this page. */
  isFocused: boolean;
};

const AFTER_SIGN_IN_MS = 500;
const AFTER_ACCOUNT_ONLY_MS = 2_000;
const FIELDS = ["email", "password", "confirmPassword", "plan"] as const;

/** Step 2 of signing up: the account. */
export function SignupForm({ plan, onChangePlan, isFocused }: SignupFormProps) {
  const alertId = useId();
  const [refusal, setRefusal] = useState<string>();
  const [signedUp, setSignedUp] = useState<SignedUp>();
  // No default values: what was typed or filled in before this script ran stays.
  const form = useForm<SignupValues>({ resolver: zodResolver(signupSchema), reValidateMode: "onSubmit" });
  const { errors, isSubmitting } = form.formState;
  const { register, setFocus } = form;
  const problem = FIELDS.map((field) => errors[field]?.message).find(Boolean) ?? refusal;

  useEffect(() => {
    if (isFocused) setFocus("email");
  }, [isFocused, setFocus]);

  const signUp = form.handleSubmit(
    async (values) => {
      setRefusal(undefined);
      const answer = await postJson<SignedUp>(paths.api.signup, values);
      if (!answer.ok) {
        setRefusal(answer.error);
        return form.setFocus("email");
      }
      setSignedUp(answer.data);
      goTo(answer.data.redirectTo, answer.data.isSignedIn ? AFTER_SIGN_IN_MS : AFTER_ACCOUNT_ONLY_MS);
    },
    () => setRefusal(undefined),
  );

  const wiring = (field: (typeof FIELDS)[number]) =>
    problem ? { "aria-describedby": alertId, "aria-invalid": Boolean(errors[field]) } : {};
  return (
    <form method="post" noValidate className="space-y-5" onSubmit={signUp}>
      <div className="flex items-center justify-between gap-4 rounded-lg bg-surface-sunken py-2 pr-2 pl-4 text-sm">
        <p>
          Plan: <strong className="font-medium">{SIGNUP_OPTIONS.find(({ id }) => id === plan)?.name}</strong>
        </p>
        <Button variant="quiet" size="sm" onClick={onChangePlan}>
          Change plan
        </Button>
      </div>
      <input type="hidden" value={plan} {...register("plan")} />
      {problem ? (
        <Alert tone="danger" id={alertId} isLive>
          {problem}
        </Alert>
      ) : null}
      {signedUp ? <Outcome isSignedIn={signedUp.isSignedIn} /> : null}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        {...register("email")}
        {...wiring("email")}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN} characters; longer is safer.`}
        {...register("password")}
        {...wiring("password")}
      />
      <TextField
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        {...register("confirmPassword")}
        {...wiring("confirmPassword")}
      />
      <SubmitButton
        block
        size="lg"
        isBusy={isSubmitting || signedUp !== undefined}
        busyText="Creating account…"
      >
        Create Account
      </SubmitButton>
    </form>
  );
}

function Outcome({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <Alert tone="success" title={isSignedIn ? "Account created!" : undefined} isLive>
      {isSignedIn ? (
        "Taking you to your first submission."
      ) : (
        <>
          <p>Account created! Please log in to continue.</p>
          <p>If we sent you an e-mail, open its link first: it confirms your address.</p>
        </>
      )}
    </Alert>
  );
}
