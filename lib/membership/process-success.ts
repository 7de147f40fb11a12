import "server-only";
import type Stripe from "stripe";
import { AppError } from "@/lib/base/errors";
import type { MembershipPlan } from "@/lib/base/plans";
import { getMembership } from "@/lib/membership/data";
import { noteLostCustomer } from "@/lib/membership/mutations";
import { membershipMessages } from "@/lib/membership/schema";
import { type Membership, publicMembership, type StoredMembership } from "@/lib/membership/stored-membership";
import { syncMembership } from "@/lib/membership/sync-membership";
import { idOf, parseMembershipMetadata } from "@/lib/stripe/metadata";
import { SESSION_ID } from "@/lib/stripe/session-id";
import { readSession } from "@/lib/stripe/sessions";

export type ProcessedSuccess =
  | { success: true; subscription: Membership; plan_type: MembershipPlan }
  | { success: false; status: "pending"; message: string };

/** Maximum number of syncs. A stale one may return an older state, so it's repeated. */
const TRIES = 3;

/**
 * Syncs the membership paid for in a Checkout Session and returns it without IDs, so that a signed-out payer
 * (`userId` null) may see it. Pending while a delayed payment is processing.
 *
 * @throws AppError if the session is unknown, another account's, incomplete, or paid without a membership; 503 when
 *   Stripe or the database is down.
 */
export async function processSuccess(sessionId: string, userId: string | null): Promise<ProcessedSuccess> {
  const session = SESSION_ID.test(sessionId) ? await readSession(sessionId) : null;
  const metadata = session?.mode === "subscription" ? parseMembershipMetadata(session.metadata) : null;
  if (!session || !metadata) throw new AppError("membership_payment_unknown");
  if (userId && metadata.user_id !== userId) throw new AppError("payment_of_other_account");
  if (session.status !== "complete") throw new AppError("payment_not_completed");
  if (session.payment_status === "unpaid") {
    return { success: false, status: "pending", message: membershipMessages.pending };
  }
  const stored = await syncedMembership(session);
  if (!stored) throw new AppError("payment_failed");
  return { success: true, subscription: publicMembership(stored), plan_type: stored.plan_type };
}

/** Returns the membership paid for in this session, or the active one if the customer already had one. */
async function syncedMembership(session: Stripe.Checkout.Session): Promise<StoredMembership | null> {
  const customerId = idOf(session.customer);
  const subscriptionId = idOf(session.subscription);
  if (!customerId || !subscriptionId) return null;
  for (let tries = 1; ; tries++) {
    const { outcome, subscription: current } = await syncMembership(customerId);
    if (outcome === "deleted_customer" || outcome === "unknown_customer") await handleLostPayment(session);
    const { subscription: own } = await getMembership(subscriptionId);
    if (own && own.status !== "duplicate") return own;
    if (own || outcome !== "stale" || tries === TRIES) return current;
  }
}

/**
 * Alerts staff once that someone paid for a membership whose customer or account was deleted. Does nothing if the
 * session is unpaid or isn't ours, or its membership is stored.
 *
 * @param session as Stripe returned it, after the customer's memberships were synced.
 */
export async function handleLostPayment(session: Stripe.Checkout.Session): Promise<void> {
  const metadata = parseMembershipMetadata(session.metadata);
  const [customer, subscriptionId] = [idOf(session.customer), idOf(session.subscription)];
  if (session.payment_status !== "paid" || !metadata || !customer || !subscriptionId) return;
  if ((await getMembership(subscriptionId)).subscription) return;
  await noteLostCustomer(customer, { userId: metadata.user_id, subscriptionId });
}
