import type { ReactNode } from "react";
import { GuardError } from "@/components/auth/guard-error";
import { SubscriptionRequired } from "@/components/auth/subscription-required";
import type { MembershipGate } from "@/lib/auth/membership-gate";

/** Shows the page, or what stands in its way. */
export function MembershipGuard({ gate, children }: { gate: MembershipGate; children: ReactNode }) {
  if (gate === "failed") return <GuardError />;
  if (gate === "required") return <SubscriptionRequired />;
  return children;
}
