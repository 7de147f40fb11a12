import "server-only";
import { getSessionContext } from "@/lib/auth/data";
import type { SessionContext } from "@/lib/auth/session-context";
import { syncMembership } from "@/lib/membership/sync-membership";

/**
 * Returns the role and membership that price an order. If a membership's period has just ended, it asks Stripe once whether it
 * was renewed, and stores that, before the member's rate is refused. Throws 503 when the database or, in that case, Stripe is
 * down.
 */
export async function syncPricingContext(accessToken: string): Promise<SessionContext> {
  const context = await getSessionContext(accessToken);
  if (context.subscription || context.staff_role || !context.renewing_customer) return context;
  await syncMembership(context.renewing_customer);
  return getSessionContext(accessToken);
}
