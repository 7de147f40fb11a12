import type { PendingOwner } from "@/lib/orders/pending-batch";
import type { Submission } from "@/lib/orders/schema";
import { readStored, writeStored } from "@/lib/session-store";

const KEY = "submission_input";

/** Keeps what is typed into the submit form for this tab, until it is sent: a look at the profile does not cost it. */
export function keepInput(owner: PendingOwner, { numCards, notes }: Partial<Submission>): void {
  const isEmpty = !numCards && !notes;
  writeStored(KEY, isEmpty ? undefined : JSON.stringify([owner?.email ?? null, numCards ?? "", notes ?? ""]));
}

/** What this person typed; null when there is nothing: another account of the same tab must not see it. */
export function readInput(owner: PendingOwner): Submission | null {
  const text = readStored(KEY);
  if (!text) return null;
  try {
    const [email, numCards, notes] = (JSON.parse(text) ?? []) as unknown[];
    const isOwn = email === (owner?.email ?? null);
    return isOwn && typeof numCards === "string" && typeof notes === "string" ? { numCards, notes } : null;
  } catch {
    // Something else lies under this key: nothing was kept then.
    return null;
  }
}
