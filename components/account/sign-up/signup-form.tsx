"use client";

import { useEffect } from "react";
import { CarryingLink } from "@/components/account/carrying-link";
import { PasswordFields } from "@/components/account/password/password-fields";
import { useCarriedEmail } from "@/components/account/use-carried-email";
import { AgreedTerms } from "@/components/layout/agreed-terms";
import { FormProblem } from "@/components/layout/form-problem";
import { usePostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";
import { buttonStyle } from "@/components/ui/button-link";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { carryEmail } from "@/lib/auth/sign-in/carried-email";
import { goOnSignedIn, goTo } from "@/lib/auth/sign-in/signed-in";
import type { SignupPlan } from "@/lib/auth/signup-rules";
import { apiPaths } from "@/lib/base/api-paths";
import { formatPrice } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";
import { offerOf } from "@/lib/membership/offers";

type SignedUp = { isSignedIn: boolean; redirectTo: string };
type SignupFormProps = {
  plan: SignupPlan;
  /** Page to go on to, in place of what the plan leads to; the server judges it. */
  next?: string | undefined;
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
export function SignupForm({ plan, next, onChangePlan, isFocused }: SignupFormProps) {
  const email = useCarriedEmail();
  const { monthlyCents } = plans[plan];
  const { form, field, problem, answer, isBusy } = usePostForm<SignedUp>({
    path: apiPaths.signup,
    loadSchema,
    extra: { plan, next },
    fieldAfterRefusal: "email",
    onDone: ({ redirectTo, isSignedIn }) => {
      if (isSignedIn) return goOnSignedIn({ redirectTo, linkedCount: 0 }, AFTER_SIGN_IN_MS);
      carryEmail(email.current?.value);
      goTo(redirectTo, AFTER_ACCOUNT_ONLY_MS);
      return undefined;
    },
  });

  useEffect(() => {
    if (isFocused) email.current?.focus();
  }, [isFocused, email]);

  return (
    <form {...form} className="space-y-5">
      <div className="rounded-lg bg-surface-sunken px-4 py-2 text-sm">
        <div className="flex items-center justify-between gap-4">
          <p>
            Plan: <strong className="font-medium">{plans[plan].label}</strong>
            {monthlyCents > 0 ? `, ${formatPrice(monthlyCents)}/month` : null}
          </p>
          <button
            type="button"
            className="link py-1 whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-60"
            onClick={() => {
              // The form goes away meanwhile.
              carryEmail(email.current?.value);
              onChangePlan();
            }}
            disabled={isBusy}
          >
            Change plan
          </button>
        </div>
        <p className="text-text-muted">{offerOf(plan).safety}</p>
      </div>
      <FormProblem problem={problem} />
      {problem?.code === "already_registered" ? (
        <CarryingLink
          className={buttonStyle({ variant: "secondary", block: true })}
          href={withQuery(paths.login, { next, plan })}
        >
          Log in
        </CarryingLink>
      ) : null}
      {answer ? <Outcome isSignedIn={answer.isSignedIn} plan={plan} hasNext={next !== undefined} /> : null}
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
      <AgreedTerms act="creating an account" />
    </form>
  );
}

function Outcome(props: { isSignedIn: boolean; plan: SignupPlan; hasNext: boolean }) {
  const { isSignedIn, plan, hasNext } = props;
  return (
    <Alert tone="success" title={isSignedIn ? "Account created!" : undefined} isLive>
      {isSignedIn ? (
        hasNext ? (
          "Taking you on."
        ) : plan === "free" ? (
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
