"use client";

import { useEffect, useState } from "react";
import { isMembershipPlan, type MembershipPlan } from "@/lib/membership/plans";
import { paths } from "@/lib/paths";
import { getJson } from "@/lib/post-json";

let answer: Promise<MembershipPlan | null> | undefined;

/** One question for all the cards of a page. Whoever cannot be told simply sees no mark. */
async function askOwnPlan(): Promise<MembershipPlan | null> {
  const reply = await getJson<{ plan?: unknown } | null>(paths.api.membership);
  const plan = reply.ok ? reply.data?.plan : null;
  return isMembershipPlan(plan) ? plan : null;
}

/** The membership of who is signed in; null for everybody else, and until it is known. */
export function useOwnPlan(isSignedIn: boolean): MembershipPlan | null {
  const [plan, setPlan] = useState<MembershipPlan | null>(null);

  useEffect(() => {
    if (!isSignedIn) return;
    let isGone = false;
    answer ??= askOwnPlan();
    void answer.then((own) => isGone || setPlan(own));
    return () => {
      isGone = true;
      setPlan(null);
    };
  }, [isSignedIn]);

  return plan;
}
