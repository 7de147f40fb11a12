import type { ReactNode } from "react";
import { GuardError } from "@/components/membership/guard-error";
import { SubscriptionRequired } from "@/components/membership/subscription-required";
import type { MembershipGate } from "@/lib/membership/membership-gate";

/** Shows the page, or what stands in its way. */
export function MembershipGuard({ gate, children }: { gate: MembershipGate; children: ReactNode }) {
  if (gate === "failed") return <GuardError />;
  if (gate === "required") return <SubscriptionRequired />;
  return children;
}
