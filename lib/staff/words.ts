import { isReason, reasonWords } from "@/lib/orders/words";

/**
 * Says a reason in words as reasonWords does, for a value of an order's history: any other word stays as it is
 * stored.
 */
export function storedReasonWords(value: string): string {
  return isReason(value) ? reasonWords(value) : value;
}

/** Names who did something of which the record outlives the account; without an id a script of the house did it. */
export function doerWords({
  actor_id: id,
  actor_email: email,
}: {
  actor_id: string | null;
  actor_email: string | null;
}): string {
  return email ?? (id === null ? "System" : "An account that is gone");
}
