// What a browser's tab remembers of a batch, in turn: what is typed (pending-input), what was sent and is not known to be
// paid (this file), what is paid and not yet told on the dashboard (pending-notice). The fourth file is the cookie by
// which the server knows of a guest's one. They are apart because their readers are: each page loads its own part.
import { type PlanType, plans } from "@/lib/base/plans";
import { readStored, writeStored } from "@/lib/base/session-store";
import { readStoredJson, type Stored } from "@/lib/base/stored-json";
import { savePendingNotice } from "@/lib/orders/checkout/pending-notice";
import { pendingPaygCookie } from "@/lib/orders/checkout/pending-payg-cookie";
import type { Submission } from "@/lib/orders/schema";

/**
 * What this tab remembers of a batch that is sent and not known to be paid. `totalAmount` is in dollars, `timestamp` in
 * milliseconds since 1970, as the specification stores them.
 */
const PENDING_BATCH = {
  batchId: "string",
  numCards: "number",
  notes: "string",
  totalAmount: "number",
  timestamp: "number",
  /** Paid by a method that takes days: nothing is left to be sent. */
  isOnItsWay: "boolean?",
} as const;
/** A batch that is on its way to the payment page, as this tab remembers it. */
export type PendingBatch = Stored<typeof PENDING_BATCH>;

/** Whose batch it is: that of the account with this address, or (null) a guest's. */
export type PendingOwner = { email: string } | null;

const KEYS = {
  batch: "pending_batch",
  sessionId: "pending_session_id",
  plan: "pending_plan",
  email: "email",
  isGuest: "isGuest",
  isPayg: "pendingPayg",
} as const;

/**
 * Remembers a batch that is on its way to the payment page, in place of any former one; `sessionId` once that page is
 * known.
 */
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

/** Reads the batch that was on its way to the payment page, whoever started it; null without one. */
export function readPendingBatch(): PendingBatch | null {
  return readStoredJson(KEYS.batch, PENDING_BATCH);
}

/**
 * Reads the pending batch if this person started it and can still send it: another account of the same tab must not see
 * it. Null otherwise, and when its payment is on its way already.
 */
export function readOwnPendingBatch(owner: PendingOwner): PendingBatch | null {
  const isOwn = owner ? readStored(KEYS.email) === owner.email : readStored(KEYS.isGuest) === "true";
  const batch = isOwn ? readPendingBatch() : null;
  return batch?.isOnItsWay ? null : batch;
}

/**
 * Notes that the payment of this batch is on its way: its facts are kept, but it is not offered to be sent again.
 * Another batch than the pending one changes nothing.
 */
export function markPaymentOnItsWay(batchId: string): void {
  const batch = readPendingBatch();
  if (batch?.batchId === batchId) writeStored(KEYS.batch, JSON.stringify({ ...batch, isOnItsWay: true }));
}

/**
 * Reads what the form sent of this batch, and its plan (null: no plan of ours); null when this tab remembers another
 * batch or none.
 */
export function readPendingDetails(batchId: string): (PendingBatch & { plan: PlanType | null }) | null {
  const batch = readPendingBatch();
  if (batch?.batchId !== batchId) return null;
  const plan = readStored(KEYS.plan) ?? "";
  return { ...batch, plan: Object.hasOwn(plans, plan) ? (plan as PlanType) : null };
}

/**
 * Reads the payment that the pending batch went to: what the confirmation needs to ask for it. Null when none is
 * known.
 */
export function readPendingPayment(): { sessionId: string; batchId: string; isPayg: boolean } | null {
  const sessionId = readStored(KEYS.sessionId);
  const batch = readPendingBatch();
  if (!sessionId || !batch) return null;
  return { sessionId, batchId: batch.batchId, isPayg: readStored(KEYS.isPayg) === "true" };
}

/** Tells whether the submit form holds just what was sent as this batch. */
export function isAsSent(batch: PendingBatch, { numCards, notes }: Partial<Submission>): boolean {
  return numCards === String(batch.numCards) && notes === batch.notes;
}

/** Forgets the pending batch and leaves the dashboard a notice that this one is paid. */
export function completePendingBatch(batchId: string): void {
  discardPendingBatch();
  savePendingNotice(batchId);
}

/** Forgets the pending batch without a notice: it was not paid, or is of no interest any more. */
export function discardPendingBatch(): void {
  for (const key of Object.values(KEYS)) writeStored(key, undefined);
  setPaygCookie(false);
}

function setPaygCookie(isPending: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = pendingPaygCookie(isPending, location.protocol === "https:");
}
