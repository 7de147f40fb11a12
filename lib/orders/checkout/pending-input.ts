import { writeStored } from "@/lib/base/session-store";
import { readStoredJson } from "@/lib/base/stored-json";
import type { PendingOwner } from "@/lib/orders/checkout/pending-batch";
import type { Submission } from "@/lib/orders/schema";

const KEY = "submission_input";
/** Unsent form input. `email` is null for a guest. */
const PENDING_INPUT = {
  email: "string or null",
  numCards: "string",
  notes: "string",
  title: "string?",
} as const;

/** Keeps the submit form's input until it's sent, so that a visit to the profile doesn't lose it. */
export function savePendingInput(
  owner: PendingOwner,
  { numCards = "", notes = "", title = "" }: Partial<Submission>,
): void {
  const pending = { email: owner?.email ?? null, numCards, notes, title };
  writeStored(KEY, numCards || notes || title ? JSON.stringify(pending) : undefined);
}

/** Returns what this person typed. Null if there is nothing or it's another account's. */
export function readPendingInput(owner: PendingOwner): Submission | null {
  const pending = readStoredJson(KEY, PENDING_INPUT);
  if (pending?.email !== (owner?.email ?? null)) return null;
  return pending && { numCards: pending.numCards, notes: pending.notes, title: pending.title ?? "" };
}
