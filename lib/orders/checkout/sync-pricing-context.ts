import "server-only";
import { getSessionContext } from "@/lib/auth/data";
import type { SessionContext } from "@/lib/auth/session-context";
import { syncMembership } from "@/lib/membership/sync-membership";

/**
 * Answers role and membership that price an order. When a membership's period has just ended, the payment service is
 * asked once whether it was renewed, and the membership is written, before the member's rate is refused. Throws 503
 * when the database cannot be asked, or in that case the payment service.
 */
export async function syncPricingContext(accessToken: string): Promise<SessionContext> {
  const context = await getSessionContext(accessToken);
  if (context.subscription || context.staff_role || !context.renewing_customer) return context;
  await syncMembership(context.renewing_customer);
  return getSessionContext(accessToken);
}
