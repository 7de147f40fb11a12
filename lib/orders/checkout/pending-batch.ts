// What a tab stores about a batch: unsent input (pending-input), a submitted batch that may be unpaid (this file), a
// paid batch that the dashboard hasn't announced (pending-notice), and the cookie that tells the server about a
// guest's batch. Separate files, so that each page loads only its own part.
import { type PlanType, plans } from "@/lib/base/plans";
import { readStored, writeStored } from "@/lib/base/session-store";
import { readStoredJson, type Stored } from "@/lib/base/stored-json";
import { savePendingNotice } from "@/lib/orders/checkout/pending-notice";
import { pendingPaygCookie } from "@/lib/orders/checkout/pending-payg-cookie";
import type { Submission } from "@/lib/orders/schema";

/** A submitted batch that may be unpaid. As specified, `totalAmount` is in dollars, `timestamp` in epoch milliseconds. */
const PENDING_BATCH = {
  batchId: "string",
  numCards: "number",
  notes: "string",
  title: "string?",
  totalAmount: "number",
  timestamp: "number",
  /** Paid with a method that takes days, so the batch isn't offered for payment again. */
  isOnItsWay: "boolean?",
} as const;
export type PendingBatch = Stored<typeof PENDING_BATCH>;

/** The account with this email, or null for a guest. */
export type PendingOwner = { email: string } | null;

const KEYS = {
  batch: "pending_batch",
  sessionId: "pending_session_id",
  plan: "pending_plan",
  email: "email",
  isGuest: "isGuest",
  isPayg: "pendingPayg",
} as const;

/** Stores a batch before the redirect to Stripe, replacing any earlier one. `sessionId` is set once it's known. */
export function savePendingBatch(
  batch: PendingBatch,
  { owner, plan, sessionId }: { owner: PendingOwner; plan: PlanType; sessionId?: string },
): void {
  writeStored(KEYS.batch, JSON.stringify(batch));
  writeStored(KEYS.plan, plan);
  writeStored(KEYS.isGuest, String(owner === null));
  writeStored(KEYS.email, owner?.email);
  writeStored(KEYS.sessionId, sessionId);
  writeStored(KEYS.isPayg, plan === "payg" ? "true" : undefined);
  setPaygCookie(owner === null);
}

/** Returns the pending batch, no matter who started it. */
export function readPendingBatch(): PendingBatch | null {
  return readStoredJson(KEYS.batch, PENDING_BATCH);
}

/**
 * Returns the pending batch if this person started it and can still pay for it. Another account in the same tab must
 * not see it. Null once a payment is pending.
 */
export function readOwnPendingBatch(owner: PendingOwner): PendingBatch | null {
  const isOwn = owner ? readStored(KEYS.email) === owner.email : readStored(KEYS.isGuest) === "true";
  const batch = isOwn ? readPendingBatch() : null;
  return batch?.isOnItsWay ? null : batch;
}

/** Marks the pending batch's payment as pending if the IDs match. The batch is then no longer offered for payment. */
export function markPaymentPending(batchId: string): void {
  const batch = readPendingBatch();
  if (batch?.batchId === batchId) writeStored(KEYS.batch, JSON.stringify({ ...batch, isOnItsWay: true }));
}

/** Returns what the form sent for this batch, with its plan. Null if it isn't this tab's pending batch. */
export function readPendingDetails(batchId: string): (PendingBatch & { plan: PlanType | null }) | null {
  const batch = readPendingBatch();
  if (batch?.batchId !== batchId) return null;
  const plan = readStored(KEYS.plan) ?? "";
  return { ...batch, plan: Object.hasOwn(plans, plan) ? (plan as PlanType) : null };
}

/** Returns the pending batch's payment for the confirmation, or null. */
export function readPendingPayment(): { sessionId: string; batchId: string; isPayg: boolean } | null {
  const sessionId = readStored(KEYS.sessionId);
  const batch = readPendingBatch();
  if (!sessionId || !batch) return null;
  return { sessionId, batchId: batch.batchId, isPayg: readStored(KEYS.isPayg) === "true" };
}

export function matchesSubmission(
  batch: PendingBatch,
  { numCards, notes, title = "" }: Partial<Submission>,
): boolean {
  return numCards === String(batch.numCards) && notes === batch.notes && title === (batch.title ?? "");
}

export function completePendingBatch(batchId: string): void {
  discardPendingBatch();
  savePendingNotice(batchId);
}

export function discardPendingBatch(): void {
  for (const key of Object.values(KEYS)) writeStored(key, undefined);
  setPaygCookie(false);
}

function setPaygCookie(isPending: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = pendingPaygCookie(isPending, location.protocol === "https:");
}
