"use client";
import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { PasswordFields } from "@/components/account/password-fields";
import { KeepEmailLink, useStoredEmail } from "@/components/account/typed-email";
import { AgreedTerms } from "@/components/layout/agreed-terms";
import { FormProblem } from "@/components/layout/form-problem";
import { usePostForm } from "@/components/layout/use-post-form";
import { PopularIcon } from "@/components/membership/popular-icon";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-link";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { goTo, openAfterSignIn } from "@/lib/auth/sign-in/after-sign-in";
import { storeTypedEmail } from "@/lib/auth/sign-in/typed-email";
import { isSignupPlan, type SignupPlan } from "@/lib/auth/signup-rules";
import { apiPaths } from "@/lib/base/api-paths";
import { formatPrice } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { isMembershipPlan, PAYG_CEILING_CENTS, plans } from "@/lib/base/plans";
import { OFFERS, offerOf } from "@/lib/membership/offers";

/** The URL stores the step, so Back and a reload keep the plan. */
export function SignupSteps() {
  const { plan, next, cards } = useSignupTarget();
  const [hasChosen, setHasChosen] = useState(false);
  return (
    <div>
      <p className="mb-5 text-sm font-medium text-text-muted" aria-live="polite">
        {cards
          ? `Sign up with the email you paid with to add your ${cards}-card batch.`
          : `Step ${plan ? 2 : 1} of 2: ${plan ? "create your login" : "pick a plan"}`}
      </p>
      {plan ? (
        <SignupForm
          plan={plan}
          next={next}
          hasPaidBatch={cards !== undefined}
          isFocused={hasChosen}
          onChangePlan={() => goToStep({ next, cards })}
        />
      ) : (
        <PlanChoice
          onChoose={(chosen) => {
            setHasChosen(true);
            goToStep({ next: chosen === "free" ? next : undefined, plan: chosen, cards });
          }}
        />
      )}
    </div>
  );
}

export function LogInInstead() {
  const { plan, next } = useSignupTarget();
  return (
    <p>
      Have an account? <KeepEmailLink href={withQuery(paths.login, { next, plan })}>Log in</KeepEmailLink>
    </p>
  );
}

type SignupTarget = {
  plan?: SignupPlan | undefined;
  next?: string | undefined;
  cards?: string | undefined;
};

function useSignupTarget(): SignupTarget {
  const query = useSearchParams();
  const plan = query.get("plan");
  const cards = query.get("cards");
  return {
    plan: isSignupPlan(plan) ? plan : undefined,
    // A paid plan continues to its checkout, which `next` would override.
    next: isMembershipPlan(plan) ? undefined : (query.get("next") ?? undefined),
    cards: cards && /^[1-9]\d{0,3}$/.test(cards) ? cards : undefined,
  };
}

/** Next.js keeps useSearchParams in sync with pushState. */
function goToStep({ plan, next, cards }: SignupTarget): void {
  window.history.pushState(null, "", withQuery(paths.signup, { plan, next, cards }));
}

export function PlanChoice({ onChoose }: { onChoose: (plan: SignupPlan) => void }) {
  return (
    <div className="space-y-6">
      <ul className="space-y-3 sm:space-y-4">
        {OFFERS.map(({ id, name, price, per, points, isPopular }) => (
          <li
            key={id}
            className={`relative grid grid-cols-[1fr_auto] items-center gap-x-5 gap-y-1.5 rounded-xl border p-4 sm:p-5 ${isPopular ? "border-accent ring-1 ring-accent" : "border-border"}`}
          >
            {isPopular ? <PopularIcon /> : null}
            <div className="flex flex-wrap items-baseline gap-x-3">
              <h2 className="font-semibold">{name}</h2>
              <p className="text-sm text-text-muted">
                <span className="text-lg font-semibold text-text tabular-nums">{price}</span> {per}
              </p>
            </div>
            <div className="col-span-2 row-start-2 text-sm text-text-muted sm:col-span-1">
              <ul className="flex flex-wrap gap-x-4">
                {points.map((point, place) => (
                  <li key={point}>
                    {place === 0 ? <strong className="font-semibold text-text">{point}</strong> : point}
                  </li>
                ))}
              </ul>
            </div>
            <Button
              variant={isPopular ? "primary" : "secondary"}
              className="col-start-2 row-start-1 sm:row-span-2"
              onClick={() => onChoose(id)}
            >
              <span>
                Choose<span className="sr-only"> {name}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="text-center text-sm text-text-muted">
        Just one batch?{" "}
        <a className="link" href={paths.submitPayg}>
          Try Pay-As-You-Go
        </a>
        . Up to {formatPrice(PAYG_CEILING_CENTS)}/card, no account needed.
      </p>
    </div>
  );
}

type SignedUp = { isSignedIn: boolean; redirectTo: string };
type SignupFormProps = {
  plan: SignupPlan;
  next?: string | undefined;
  /** The new account takes over a guest's paid batch, which needs no plan. */
  hasPaidBatch?: boolean;
  onChangePlan: () => void;
  /** True after the plan was chosen on this page. */
  isFocused: boolean;
};

const AFTER_SIGN_IN_MS = 500;
const AFTER_ACCOUNT_ONLY_MS = 2_000;

export function SignupForm({ plan, next, hasPaidBatch, onChangePlan, isFocused }: SignupFormProps) {
  const email = useStoredEmail();
  const { monthlyCents } = plans[plan];
  const hasFacts = !hasPaidBatch || monthlyCents > 0;
  const { form, field, problem, answer, isBusy } = usePostForm<SignedUp>({
    path: apiPaths.signup,
    loadSchema: async () => (await import("@/lib/auth/schema")).signupSchema,
    extra: { plan, next },
    fieldAfterRefusal: "email",
    onDone: ({ redirectTo, isSignedIn }) => {
      if (isSignedIn) return openAfterSignIn({ redirectTo, linkedCount: 0 }, AFTER_SIGN_IN_MS);
      storeTypedEmail(email.current?.value);
      goTo(redirectTo, AFTER_ACCOUNT_ONLY_MS);
      return undefined;
    },
  });

  useEffect(() => {
    if (isFocused) email.current?.focus();
  }, [isFocused, email]);

  return (
    <form {...form} className="space-y-5">
      {hasFacts ? (
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
                // The form unmounts when the plan changes.
                storeTypedEmail(email.current?.value);
                onChangePlan();
              }}
              disabled={isBusy}
            >
              Change plan
            </button>
          </div>
          <p className="text-text-muted">{offerOf(plan).safety}</p>
        </div>
      ) : null}
      <FormProblem problem={problem} />
      {problem?.code === "already_registered" ? (
        <KeepEmailLink
          className={buttonStyle({ variant: "secondary", block: true })}
          href={withQuery(paths.login, { next, plan })}
        >
          Log in
        </KeepEmailLink>
      ) : null}
      {answer ? <Outcome isSignedIn={answer.isSignedIn} plan={plan} hasNext={next !== undefined} /> : null}
      <TextField
        ref={email}
        label="Email"
        type="email"
        hint={hasPaidBatch ? "Using another email? You can add the batch from your dashboard." : undefined}
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
          "Opening your page…"
        ) : plan === "free" ? (
          "Opening your first submission…"
        ) : (
          "Opening checkout…"
        )
      ) : (
        <>
          <p>Account created! Please log in to continue.</p>
          <p>Check your inbox and confirm your address first.</p>
        </>
      )}
    </Alert>
  );
}
