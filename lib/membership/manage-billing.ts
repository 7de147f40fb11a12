import "server-only";
import { AppError } from "@/lib/base/errors";
import { getStripeCustomer } from "@/lib/membership/data";
import { currentSubscription } from "@/lib/membership/listed-subscription";
import { openPortal, type PortalFlow } from "@/lib/membership/open-portal";
import { listSubscriptions } from "@/lib/membership/sync-membership";

/** The portal of a person who has billing; 404 for everybody else. A flow without a membership opens the overview. */
export async function openPortalFor(userId: string, flow: PortalFlow["type"] | undefined): Promise<string> {
  const customer = await getStripeCustomer(userId);
  if (!customer) throw new AppError("no_billing");
  const { stripe_customer_id: customerId } = customer;
  if (!flow) return openPortal(customerId, null);
  const current = currentSubscription(await listSubscriptions(customerId));
  return openPortal(customerId, current ? { type: flow, subscriptionId: current.id } : null);
}
