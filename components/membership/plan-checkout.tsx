"use client";

import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { hasComeSignedIn, useOwnPlan } from "@/components/membership/use-own-plan";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Spinner } from "@/components/ui/spinner";
import { onPageOpened } from "@/components/ui/use-page-opened";
import { usePayPage } from "@/components/ui/use-pay-page";
import { formatPrice } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { type MembershipPlan, plans } from "@/lib/base/plans";
import { checkoutMessages, startMembership, wantedPlan } from "@/lib/membership/start-membership";

type State =
  | { name: "idle" | "invalid" }
  | { name: "visitor" | "starting"; plan: MembershipPlan }
  | { name: "failed"; plan: MembershipPlan; failure: string; needsLogin: boolean };

/**
 * Acts on the plan that the address of /pricing names: it starts the checkout of a signed-in person, asks a visitor to
 * create an account, and says so when there is no such plan. A failed start offers another try, or the log-in. Without
 * a plan in the address it shows nothing.
 */
export function PlanCheckout() {
  const [state, setState] = useState<State>({ name: "idle" });
  const own = useOwnPlan();
  const { open } = usePayPage(look);

  async function start(plan: MembershipPlan) {
    setState({ name: "starting", plan });
    const failed = await open(async () => {
      const result = await startMembership(plan);
      // Without the plan in the address, Back from the payment page leads to the plans, not to the payment again.
      if ("url" in result) window.history.replaceState(null, "", paths.pricing);
      return result;
    });
    if (failed) setState({ name: "failed", plan, ...failed });
  }

  function look() {
    const plan = wantedPlan(window.location.search);
    if (plan === null) setState({ name: "idle" });
    else if (plan === "unknown") setState({ name: "invalid" });
    else if (hasComeSignedIn()) void start(plan);
    else setState({ name: "visitor", plan });
  }

  const onOpen = useEffectEvent(look);
  useEffect(() => onPageOpened(() => onOpen()), []);

  if (state.name === "idle") return null;
  return (
    <div className="mb-12">
      <Notice state={state} own={own} onRetry={start} />
    </div>
  );
}

function Notice({
  state,
  own,
  onRetry,
}: {
  state: State;
  /** The membership that the person has already; the payment service's portal changes it. */
  own: MembershipPlan | null;
  onRetry: (plan: MembershipPlan) => void;
}) {
  if (!("plan" in state)) {
    return (
      <Alert tone="danger" isLive>
        {checkoutMessages.invalidPlan}
      </Alert>
    );
  }
  const { plan } = state;
  const { label, monthlyCents } = plans[plan];
  const isMember = own !== null;
  const price = `${formatPrice(monthlyCents)}/month`;
  if (state.name === "failed") {
    return (
      <Alert
        tone="danger"
        title={isMember ? "Your billing did not open" : `${label} was not started`}
        isLive
        action={
          state.needsLogin ? (
            <ButtonLink href={withQuery(paths.login, { plan })} size="sm">
              Log in
            </ButtonLink>
          ) : (
            <Button variant="secondary" size="sm" onClick={() => onRetry(plan)}>
              Try Again
            </Button>
          )
        }
      >
        {state.failure}
      </Alert>
    );
  }
  if (state.name === "starting") {
    return (
      <Panel>
        <p role="status" className="flex items-center gap-4">
          <Spinner className="size-6 text-accent-text" />
          <span>
            <strong className="block font-semibold">
              {isMember ? "Opening your billing…" : "Opening the secure checkout…"}
            </strong>
            <span className="text-sm text-text-muted">
              {isMember
                ? "You change or cancel your plan on the next page; nothing is charged before you confirm it there."
                : `${label}, ${price}. You pay on the next page.`}
            </span>
          </span>
        </p>
      </Panel>
    );
  }
  return (
    <Panel>
      <div role="status">
        <p className="font-semibold">Create an account to start {label}</p>
        <p className="text-sm text-text-muted">
          {price}. It takes a minute, then you go straight to payment.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={withQuery(paths.signup, { plan })}>Create Account</ButtonLink>
        <ButtonLink href={withQuery(paths.login, { plan })} variant="secondary">
          Log in
        </ButtonLink>
      </div>
    </Panel>
  );
}

function Panel({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-5 rounded-2xl border border-accent-text/25 bg-accent-soft p-6">
      {children}
    </div>
  );
}
