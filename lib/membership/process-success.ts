import "server-only";
import type Stripe from "stripe";
import { AppError } from "@/lib/base/errors";
import type { MembershipPlan } from "@/lib/base/plans";
import { getMembership } from "@/lib/membership/data";
import { handleLostPayment } from "@/lib/membership/handle-lost-payment";
import { type Membership, publicMembership, type StoredMembership } from "@/lib/membership/membership";
import { membershipMessages } from "@/lib/membership/schema";
import { syncMembership } from "@/lib/membership/sync-membership";
import { idOf, parseMembershipMetadata } from "@/lib/stripe/metadata";
import { SESSION_ID } from "@/lib/stripe/session-id";
import { readSession } from "@/lib/stripe/sessions";

/** What POST /api/processSuccess answers: the membership, or that the money is still under way. */
export type ProcessedSuccess =
  | { success: true; subscription: Membership; plan_type: MembershipPlan }
  | { success: false; status: "pending"; message: string };

/** A sync that met a later one may answer what was stored before; the next read settles it. */
const TRIES = 3;

/**
 * Finds out what became of a membership's payment page: reads it anew and brings the membership in step. It is a
 * success only when the payment service has the money, and pending while a delayed method is under way. Answers plan
 * facts alone, so that someone who came back from paying without being signed in (`userId` null) may see them too.
 *
 * @throws AppError for a definite no: no such payment page, one of another account, one that was not completed, or
 *   one whose money has brought no membership; 503 when the payment service or the database doesn't answer.
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

/** Returns the membership that this page was paid for; for a customer who had one already, the one that counts. */
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
