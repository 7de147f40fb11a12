import * as z from "zod/mini";
import { readStoredJson, writeStored } from "@/lib/base/session-store";
import type { PendingOwner } from "@/lib/orders/checkout/pending-batch";
import type { Submission } from "@/lib/orders/schema";

const KEY = "submission_input";
/** `email` is null for a guest. */
const keptSchema = z.object({ email: z.nullable(z.string()), numCards: z.string(), notes: z.string() });

/** Keeps what is typed into the submit form for this tab, until it is sent: a look at the profile does not cost it. */
export function keepInput(owner: PendingOwner, { numCards = "", notes = "" }: Partial<Submission>): void {
  const kept =
    numCards || notes ? JSON.stringify({ email: owner?.email ?? null, numCards, notes }) : undefined;
  writeStored(KEY, kept);
}

/** What this person typed; null when there is nothing: another account of the same tab must not see it. */
export function readInput(owner: PendingOwner): Submission | null {
  const kept = readStoredJson(KEY, keptSchema);
  if (kept?.email !== (owner?.email ?? null)) return null;
  return kept && { numCards: kept.numCards, notes: kept.notes };
}
