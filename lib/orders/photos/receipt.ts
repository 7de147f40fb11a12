import { formatLongBusinessDate } from "@/lib/base/business-date";
import { cardCount } from "@/lib/base/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { isCanceled } from "@/lib/orders/cancellation";
import type { Order, OrderEvent } from "@/lib/orders/order";
import { expectedFact } from "@/lib/orders/promise";
import { packageCondition } from "@/lib/orders/status";

/** What a custody receipt is written from; times are ISO texts. */
export type ReceivedBatch = {
  id: string;
  batch_id: string | null;
  num_cards: number;
  arrived_at: string | null;
  received_at: string;
  received_count: number;
  package_condition: string | null;
  receiver: string | null;
} & Pick<Order, "payment_status" | "fulfillment_status" | "promised_from" | "promised_to" | "delayed_until">;

/** The same with what its customer was told last, oldest first, and where it is now. */
export type ToldBatch = ReceivedBatch &
  Pick<Order, "submission_status" | "is_lost"> & { events: OrderEvent[] };

/** Tells whether there is a custody receipt of an order: its cards were counted, and it was paid, also if the money went back later. */
export function hasReceipt(
  order: Pick<Order, "payment_status" | "paid_at"> & { received_count: number | null },
): boolean {
  return order.received_count !== null && (order.payment_status === "paid" || isCanceled(order));
}

/** Lists what a custody receipt says at a moment in milliseconds since 1970, each line with its name. */
export function receiptFacts(batch: ReceivedBatch, readAt: number): [name: string, value: string][] {
  const { num_cards: paid, received_count: counted, package_condition: condition } = batch;
  const expected = batch.payment_status === "paid" ? expectedFact(batch, readAt) : null;
  const differs =
    counted === paid ? "" : counted < paid ? ` (${paid - counted} fewer)` : ` (${counted - paid} more)`;
  return [
    ["Batch ID", displayBatchId(batch)],
    ["Cards paid for", cardCount(paid)],
    ["Cards counted", `${cardCount(counted)}${differs}`],
    [
      "Condition",
      condition === null || condition === "ok" ? "The package came undamaged" : packageCondition(condition),
    ],
    ...(batch.arrived_at
      ? ([["Arrived on", formatLongBusinessDate(batch.arrived_at)]] satisfies [string, string][])
      : []),
    ["Opened and counted on", formatLongBusinessDate(batch.received_at)],
    ...(expected ? ([[expected.label, expected.value]] satisfies [string, string][]) : []),
    ["Received by", batch.receiver ?? "Our receiving team"],
  ];
}
