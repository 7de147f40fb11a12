import "server-only";
import type Stripe from "stripe";
import { env } from "@/lib/base/env";
import { paths } from "@/lib/base/paths";
import type { MembershipPlan } from "@/lib/base/plans";
import { isMissing, onceUnderWay, paymentsUnavailable, stripe } from "@/lib/stripe/client";
import { membershipMetadata, parseMembershipMetadata } from "@/lib/stripe/metadata";
import { closeSession } from "@/lib/stripe/sessions";

/** Which payment page a person wants. */
export type WantedPage = {
  userId: string;
  customerId: string;
  priceId: string;
  plan: MembershipPlan;
  attempt: number;
};

/**
 * Opens the hosted page on which the membership is paid. The same attempt at the same price is the same page, also
 * after a crash and for any number of clicks at once.
 */
export async function createMembershipSession(wanted: WantedPage): Promise<Stripe.Checkout.Session> {
  const { userId, customerId, priceId, attempt } = wanted;
  const metadata = membershipMetadata(wanted);
  const { APP_URL } = env();
  return onceUnderWay(() =>
    stripe().checkout.sessions.create(
      {
        mode: "subscription",
        customer: customerId,
        client_reference_id: userId,
        line_items: [{ price: priceId, quantity: 1 }],
        metadata,
        subscription_data: { metadata },
        // The payment service puts the session's id in place of this marker, which must not be percent-encoded.
        success_url: `${APP_URL}${paths.success}?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${APP_URL}${paths.pricing}`,
      },
      { idempotencyKey: `sub:${userId}:${priceId}:${attempt}` },
    ),
  );
}

/** The open page of this attempt, if there is one; every other open membership page of the customer is closed. */
export async function keepOneOpen(wanted: WantedPage): Promise<Stripe.Checkout.Session | null> {
  let kept: Stripe.Checkout.Session | null = null;
  for (const session of await listOpenSessions(wanted.customerId)) {
    const { plan, attempt } = parseMembershipMetadata(session.metadata) ?? {};
    if (plan === wanted.plan && attempt === String(wanted.attempt)) kept = session;
    else await closeSession(session.id);
  }
  return kept;
}

async function listOpenSessions(customerId: string): Promise<Stripe.Checkout.Session[]> {
  try {
    const { data } = await stripe().checkout.sessions.list({
      customer: customerId,
      status: "open",
      limit: 100,
    });
    return data.filter(({ mode }) => mode === "subscription");
  } catch (error) {
    if (isMissing(error)) return [];
    throw paymentsUnavailable(error);
  }
}
