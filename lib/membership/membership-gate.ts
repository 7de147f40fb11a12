import type { Membership } from "@/lib/membership/membership";
import { isActiveMembership } from "@/lib/membership/membership-state";

/** open: the page may show. required: a membership is missing. failed: nobody could tell. */
export type MembershipGate = "open" | "required" | "failed";

/** What the guard has found out; "failed" for what could not be read. */
export type GateFacts = {
  isStaff: boolean | "failed";
  subscription:
    | Pick<Membership, "plan_type" | "status" | "current_period_end" | "cancel_at_period_end">
    | null
    | "failed";
};

/** Whether a page for members opens. Staff pass without one; what could not be read never counts as a no. */
export function decideGate({ isStaff, subscription }: GateFacts, now: number): MembershipGate {
  if (isStaff === true) return "open";
  if (subscription === "failed") return "failed";
  if (subscription && isActiveMembership(subscription, now)) return "open";
  return isStaff === "failed" ? "failed" : "required";
}
