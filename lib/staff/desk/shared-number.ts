import { displayBatchId } from "@/lib/orders/batch-id";
import type { DeskOrder } from "@/lib/staff/desk/receiving-desk";

/** An order with the number of its package, and which other order has it, too. */
export type Numbered = Pick<DeskOrder, "inbound_tracking" | "inbound_elsewhere">;

/**
 * Says which other batch came, or comes, under the same carrier's number; null where none does. It stands against nothing:
 * one box may hold several batches, of friends too.
 */
export function sharedNumberWords({ inbound_tracking: number, inbound_elsewhere: other }: Numbered) {
  if (!other) return null;
  const name = displayBatchId(other);
  return other.is_same_owner
    ? `${name} of the same customer has the package number ${number}, too: the same box?`
    : `${name} of another customer has the package number ${number}, too: check the label on the box.`;
}

/** Tells whether it is somebody else's batch, so that the label may have been the wrong one. */
export function isSharedWithAnother({ inbound_elsewhere: other }: Numbered): boolean {
  return other?.is_same_owner === false;
}
