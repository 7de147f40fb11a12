import "server-only";
import type Stripe from "stripe";
import { env } from "@/lib/base/env";
import { AppError, ServiceUnavailableError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths, withQuery } from "@/lib/base/paths";
import { getStripeCustomer } from "@/lib/membership/data";
import { currentSubscription } from "@/lib/membership/listed-subscription";
import {
  endDeletedCustomer,
  isDeletedCustomer,
  listSubscriptions,
  syncMembership,
} from "@/lib/membership/sync-membership";
import {
  isInvalidRequest,
  isMissing,
  paymentsUnavailable,
  stripe,
  throwUnavailable,
} from "@/lib/stripe/client";

/** Where the portal opens: the plan list, the cancellation, or the confirmation of one plan. */
export type PortalFlow =
  | { type: "update" | "cancel"; subscriptionId: string }
  | { type: "confirm"; subscriptionId: string; itemId: string; priceId: string };

/**
 * Returns the portal's URL. Opens the overview without a flow or membership. Throws 404 without a Stripe customer,
 * 503 when Stripe is down.
 */
export async function openPortalFor(userId: string, flow: "update" | "cancel" | undefined): Promise<string> {
  const customer = await getStripeCustomer(userId);
  if (!customer) throw new AppError("no_billing");
  const { stripe_customer_id: customerId } = customer;
  try {
    if (!flow) return await openPortal(customerId, null);
    const current = await findMembership(customerId);
    return await openPortal(customerId, current ? { type: flow, subscriptionId: current.id } : null);
  } catch (error) {
    if (error instanceof CustomerDeletedError) throw new AppError("no_billing");
    throw error;
  }
}

/** Thrown when Stripe has deleted the customer. The database has already recorded that. */
export class CustomerDeletedError extends Error {
  constructor() {
    super("the payment service has deleted the customer");
  }
}

/**
 * Returns the subscription that a second one would duplicate, or null. Syncs an existing one, because the request
 * suggests that we missed its payment. Throws CustomerDeletedError, and 503 like listSubscriptions.
 */
export async function findMembership(customerId: string): Promise<Stripe.Subscription | null> {
  const subscriptions = await listSubscriptions(customerId);
  const current = subscriptions && currentSubscription(subscriptions);
  if (!subscriptions || current) await syncMembership(customerId);
  if (!subscriptions) throw new CustomerDeletedError();
  return current;
}

/** If a call failed because Stripe deleted the customer, records that and throws CustomerDeletedError. */
export async function checkCustomer(customerId: string, error: unknown): Promise<void> {
  const isAboutCustomer = isMissing(error) && (error as { param?: string }).param === "customer";
  if (!isAboutCustomer || !(await isDeletedCustomer(customerId, error))) return;
  await endDeletedCustomer(customerId);
  throw new CustomerDeletedError();
}

/**
 * Returns a URL of Stripe's portal. If Stripe refuses the flow, for example for an overdue subscription, it opens the
 * overview. Throws 503 when Stripe is down or the URL isn't at PORTAL_ORIGIN.
 */
export async function openPortal(customerId: string, flow: PortalFlow | null): Promise<string> {
  const { url } = await createPortalSession(customerId, flow);
  if (new URL(url).origin !== new URL(env().PORTAL_ORIGIN).origin) {
    throw new ServiceUnavailableError("payments", new Error("the portal is not at PORTAL_ORIGIN"));
  }
  return url;
}

async function createPortalSession(customerId: string, flow: PortalFlow | null) {
  const { APP_URL, STRIPE_PORTAL_CONFIGURATION: configuration } = env();
  const common = { customer: customerId, configuration, return_url: `${APP_URL}${paths.profile}` };
  try {
    return await stripe().billingPortal.sessions.create({ ...common, ...(flow ? flowParams(flow) : {}) });
  } catch (error) {
    await checkCustomer(customerId, error);
    if (!flow || !isInvalidRequest(error)) throw paymentsUnavailable(error);
    log.warn("portal.flow_refused", { flow: flow.type });
  }
  return stripe().billingPortal.sessions.create(common).catch(throwUnavailable);
}

function flowParams(flow: PortalFlow): Partial<Stripe.BillingPortal.SessionCreateParams> {
  const subscription = flow.subscriptionId;
  if (flow.type === "confirm") {
    const { APP_URL } = env();
    const changed = APP_URL + withQuery(paths.profile, { changed: "plan" });
    return {
      // The portal's back link returns to the page where the plan was chosen.
      return_url: APP_URL + paths.pricing,
      flow_data: {
        type: "subscription_update_confirm",
        subscription_update_confirm: {
          subscription,
          items: [{ id: flow.itemId, price: flow.priceId, quantity: 1 }],
        },
        after_completion: { type: "redirect", redirect: { return_url: changed } },
      },
    };
  }
  return flow.type === "update"
    ? { flow_data: { type: "subscription_update", subscription_update: { subscription } } }
    : { flow_data: { type: "subscription_cancel", subscription_cancel: { subscription } } };
}
