import "server-only";
import type Stripe from "stripe";
import { env } from "@/lib/base/env";
import { AppError, ServiceUnavailableError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths } from "@/lib/base/paths";
import { getStripeCustomer } from "@/lib/membership/data";
import { currentSubscription } from "@/lib/membership/listed-subscription";
import { listSubscriptions } from "@/lib/membership/sync-membership";
import { isRefused, paymentsUnavailable, stripe } from "@/lib/stripe/client";

/** What the portal opens at; without one, at its overview. */
export type PortalFlow = { type: "update" | "cancel"; subscriptionId: string };

/** The portal of a person who has billing; 404 for everybody else. A flow without a membership opens the overview. */
export async function openPortalFor(userId: string, flow: PortalFlow["type"] | undefined): Promise<string> {
  const customer = await getStripeCustomer(userId);
  if (!customer) throw new AppError("no_billing");
  const { stripe_customer_id: customerId } = customer;
  if (!flow) return openPortal(customerId, null);
  const current = currentSubscription(await listSubscriptions(customerId));
  return openPortal(customerId, current ? { type: flow, subscriptionId: current.id } : null);
}

/** Opens the payment service's portal, where members change card and plan, cancel and resume; answers its address. */
export async function openPortal(customerId: string, flow: PortalFlow | null): Promise<string> {
  const { url } = await createPortalSession(customerId, flow);
  if (new URL(url).origin !== new URL(env().PORTAL_ORIGIN).origin) {
    throw new ServiceUnavailableError("payments", new Error("the portal is not at PORTAL_ORIGIN"));
  }
  return url;
}

async function createPortalSession(customerId: string, flow: PortalFlow | null) {
  const common = { customer: customerId, return_url: `${env().APP_URL}${paths.profile}` };
  try {
    return await stripe().billingPortal.sessions.create({
      ...common,
      ...(flow ? { flow_data: flowData(flow) } : {}),
    });
  } catch (error) {
    if (!flow || !isRefused(error)) throw paymentsUnavailable(error);
    // A subscription in arrears, say, cannot be changed: the overview shows what can be done.
    log.warn("portal.flow_refused", { flow: flow.type });
  }
  try {
    return await stripe().billingPortal.sessions.create(common);
  } catch (error) {
    throw paymentsUnavailable(error);
  }
}

function flowData({ type, subscriptionId }: PortalFlow): Stripe.BillingPortal.SessionCreateParams.FlowData {
  return type === "update"
    ? { type: "subscription_update", subscription_update: { subscription: subscriptionId } }
    : { type: "subscription_cancel", subscription_cancel: { subscription: subscriptionId } };
}
