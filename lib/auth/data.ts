import "server-only";
import type { MembershipPlan } from "@/lib/base/plans";
import { personClient } from "@/lib/supabase/server";
import { unwrap } from "@/lib/supabase/unwrap";

export type Subscription = {
  plan_type: MembershipPlan;
  status: string;
  current_period_start: string;
  current_period_end: string;
  cancel_at_period_end: boolean;
};

export type SessionContext = {
  staff_role: "owner" | "staff" | null;
  profile_complete: boolean;
  subscription: Subscription | null;
};

/** What prices an order: the person's role and membership, as the database has them now. */
export async function getSessionContext(accessToken: string): Promise<SessionContext> {
  return unwrap(await personClient(accessToken).rpc("get_session_context", {})) as SessionContext;
}
