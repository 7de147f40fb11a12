"use client";
import { useEffect, useEffectEvent, useState } from "react";
import { useCurrentPlan, wasSignedInOnOpen } from "@/components/membership/current-plan";
import type { PlanState } from "@/components/membership/plan-notice";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useCheckoutRedirect } from "@/components/ui/use-checkout-redirect";
import { onPageOpened } from "@/components/ui/use-page-restored";
import { LEFT, paths } from "@/lib/base/paths";
import { isMembershipPlan, type MembershipPlan } from "@/lib/base/plans";
import { startMembership, wantedPlan } from "@/lib/membership/start-membership";

/** Lazy because most visits to /pricing name no plan. */
const LazyPlanNotice = lazyComponent(() =>
  import("@/components/membership/plan-notice").then((part) => part.PlanNotice),
);

/** Handles the plan in /pricing's query: starts checkout, suggests signing up, or shows an error. */
export function PlanCheckout() {
  const [state, setState] = useState<PlanState | { name: "idle" }>({ name: "idle" });
  const own = useCurrentPlan();
  const { open } = useCheckoutRedirect(look);

  async function start(plan: MembershipPlan) {
    setState({ name: "starting", plan });
    const failed = await open(async () => {
      const result = await startMembership(plan);
      // With the plan removed from the URL, Back from the payment page shows the plans and doesn't start checkout
      // again.
      if ("url" in result) window.history.replaceState(null, "", paths.pricing);
      return result;
    });
    if (failed) setState({ name: "failed", plan, ...failed });
  }

  function look() {
    const { search } = window.location;
    const left = new URLSearchParams(search).get(LEFT);
    const plan = wantedPlan(search);
    if (isMembershipPlan(left)) setState({ name: "left", plan: left });
    else if (plan === null) setState({ name: "idle" });
    else if (plan === "unknown") setState({ name: "invalid" });
    else if (wasSignedInOnOpen()) void start(plan);
    else setState({ name: "visitor", plan });
  }

  const onOpen = useEffectEvent(look);
  useEffect(() => onPageOpened(() => onOpen()), []);

  if (state.name === "idle" || (state.name === "left" && own)) return null;
  return (
    <div className="mb-12">
      <LazyPlanNotice state={state} own={own} onRetry={start} />
    </div>
  );
}
