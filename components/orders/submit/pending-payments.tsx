import { BatchId } from "@/components/orders/batch-id";
import { Alert } from "@/components/ui/alert";
import { confirmationPath } from "@/lib/base/confirmation-path";
import { cardCount } from "@/lib/base/words";
import type { Order } from "@/lib/orders/order";

/** An order whose delayed payment has started and is not decided. */
export type PendingOrder = Pick<Order, "batch_id" | "num_cards" | "plan_type" | "stripe_session_id">;

/** Says which batches' payments are on their way, with the page where each can be followed; shows nothing without one. */
export function PendingPayments({ orders }: { orders: PendingOrder[] }) {
  return orders.map(
    ({ batch_id: batchId, num_cards: cards, plan_type: plan, stripe_session_id: sessionId }) =>
      batchId && sessionId ? (
        <Alert key={sessionId} tone="info">
          Your payment for <BatchId name={batchId} /> ({cardCount(cards)}) is on its way. We&apos;ll email you
          when it arrives.{" "}
          <a className="link" href={confirmationPath({ sessionId, batchId, isPayg: plan === "payg" })}>
            Check the payment
          </a>
        </Alert>
      ) : null,
  );
}
