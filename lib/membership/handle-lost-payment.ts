import "server-only";
import type Stripe from "stripe";
import { getMembership } from "@/lib/membership/data";
import { noteLostCustomer } from "@/lib/membership/mutations";
import { idOf, parseMembershipMetadata } from "@/lib/stripe/metadata";

/**
 * Notes for staff, once, a membership that was paid on this page and that no one has: its customer was deleted at the
 * payment service, or its account here. Nothing for a page that was not paid, is not ours, or whose membership is known.
 *
 * @param session as the payment service has it now, after the customer's memberships were brought in step.
 */
export async function handleLostPayment(session: Stripe.Checkout.Session): Promise<void> {
  const metadata = parseMembershipMetadata(session.metadata);
  const [customer, subscriptionId] = [idOf(session.customer), idOf(session.subscription)];
  if (session.payment_status !== "paid" || !metadata || !customer || !subscriptionId) return;
  if ((await getMembership(subscriptionId)).subscription) return;
  await noteLostCustomer(customer, { userId: metadata.user_id, subscriptionId });
}
