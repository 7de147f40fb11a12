"use client";

import { useEffect, useRef } from "react";
import { PasswordFields } from "@/components/account/password/password-fields";
import { FormProblem } from "@/components/layout/form-problem";
import { usePostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { goTo } from "@/lib/auth/sign-in/signed-in";
import type { SignupPlan } from "@/lib/auth/signup-rules";
import { apiPaths } from "@/lib/base/api-paths";
import { formatPrice } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";

type SignedUp = { isSignedIn: boolean; redirectTo: string };
type SignupFormProps = {
  plan: SignupPlan;
  onChangePlan: () => void;
  /** Puts the keyboard into the form: the person has just chosen the plan on this page. */
  isFocused: boolean;
};

const AFTER_SIGN_IN_MS = 500;
const AFTER_ACCOUNT_ONLY_MS = 2_000;
const loadSchema = async () => (await import("@/lib/auth/schema")).signupSchema;

/**
 * Shows step 2 of signing up: the chosen plan, email and password. A new account is then taken on to its first
 * submission, its checkout or the log-in; an address that has an account is offered the log-in.
 */
export function SignupForm({ plan, onChangePlan, isFocused }: SignupFormProps) {
  const email = useRef<HTMLInputElement>(null);
  const { monthlyCents } = plans[plan];
  const { form, field, problem, answer, isBusy } = usePostForm<SignedUp>({
    path: apiPaths.signup,
    loadSchema,
    extra: { plan },
    fieldAfterRefusal: "email",
    onDone: ({ redirectTo, isSignedIn }) =>
      goTo(redirectTo, isSignedIn ? AFTER_SIGN_IN_MS : AFTER_ACCOUNT_ONLY_MS),
  });

  useEffect(() => {
    if (isFocused) email.current?.focus();
  }, [isFocused]);

  return (
    <form {...form} className="space-y-5">
      <div className="flex items-center justify-between gap-4 rounded-lg bg-surface-sunken px-4 py-2 text-sm">
        <p>
          Plan: <strong className="font-medium">{plans[plan].label}</strong>
          {monthlyCents > 0 ? `, ${formatPrice(monthlyCents)}/month` : null}
        </p>
        <button
          type="button"
          className="link py-1 whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-60"
          onClick={onChangePlan}
          disabled={isBusy}
        >
          Change plan
        </button>
      </div>
      <FormProblem problem={problem} />
      {problem?.code === "already_registered" ? (
        <ButtonLink variant="secondary" block href={withQuery(paths.login, { plan })}>
          Log in
        </ButtonLink>
      ) : null}
      {answer ? <Outcome isSignedIn={answer.isSignedIn} plan={plan} /> : null}
      <TextField
        ref={email}
        label="Email"
        type="email"
        autoComplete="username"
        required
        {...field("email")}
      />
      <PasswordFields field={field} label="Password" />
      <SubmitButton block size="lg" isBusy={isBusy} busyText="Creating account…">
        {monthlyCents > 0 ? `Continue to payment, ${formatPrice(monthlyCents)}/month` : "Create Account"}
      </SubmitButton>
    </form>
  );
}

function Outcome({ isSignedIn, plan }: { isSignedIn: boolean; plan: SignupPlan }) {
  return (
    <Alert tone="success" title={isSignedIn ? "Account created!" : undefined} isLive>
      {isSignedIn ? (
        plan === "free" ? (
          "Taking you to your first submission."
        ) : (
          "Taking you to the checkout."
        )
      ) : (
        <>
          <p>Account created! Please log in to continue.</p>
          <p>If we sent you an email, open its link first: it confirms your address.</p>
        </>
      )}
    </Alert>
  );
}
