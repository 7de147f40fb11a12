import { writeStored } from "@/lib/base/session-store";
import { readStoredJson } from "@/lib/base/stored-json";
import type { PendingOwner } from "@/lib/orders/checkout/pending-batch";
import type { Submission } from "@/lib/orders/schema";

const KEY = "submission_input";
/** What this tab remembers of a batch that is typed and not sent; `email` is null for a guest. */
const PENDING_INPUT = { email: "string or null", numCards: "string", notes: "string" } as const;

/**
 * Keeps what is typed into the submit form for this tab, until it is sent, so that a look at the profile does not
 * cost it. An empty form keeps nothing.
 */
export function savePendingInput(
  owner: PendingOwner,
  { numCards = "", notes = "" }: Partial<Submission>,
): void {
  const pending = { email: owner?.email ?? null, numCards, notes };
  writeStored(KEY, numCards || notes ? JSON.stringify(pending) : undefined);
}

/**
 * Reads what this person typed; null when there is nothing, or it was another account's: that must not be seen here.
 */
export function readPendingInput(owner: PendingOwner): Submission | null {
  const pending = readStoredJson(KEY, PENDING_INPUT);
  if (pending?.email !== (owner?.email ?? null)) return null;
  return pending && { numCards: pending.numCards, notes: pending.notes };
}
