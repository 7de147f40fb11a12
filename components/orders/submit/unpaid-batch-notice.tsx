"use client";

import { AgreedTerms } from "@/components/layout/agreed-terms";
import { BatchId } from "@/components/orders/batch-id";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { usePayPage } from "@/components/ui/use-pay-page";
import { apiPaths } from "@/lib/base/api-paths";
import { formatCents, toCents } from "@/lib/base/money";
import { cardCount } from "@/lib/base/words";
import { payFailure } from "@/lib/http/pay-failure";
import { postJson } from "@/lib/http/post-json";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { Order } from "@/lib/orders/order";

type UnpaidBatchNoticeProps = {
  order: Pick<Order, "id" | "batch_id" | "num_cards" | "grading_fee" | "plan_type" | "notes">;
  /** The order's owner: who is signed out meanwhile is refused, and does not pay it as a guest. */
  userId: string;
  /** The person came back by the payment page's own way out. */
  hasLeft?: boolean;
};

/** Shows on /submit a batch whose payment page is still open; one press leads back there, or says why it does not. */
export function UnpaidBatchNotice({ order, userId, hasLeft = false }: UnpaidBatchNoticeProps) {
  const { isBusy, isUsed, failure, open } = usePayPage();

  async function findPage() {
    const answer = await postJson<{ url: string }>(apiPaths.orderCheckout, {
      user_id: userId,
      plan_type: order.plan_type,
      num_cards: order.num_cards,
      total_amount: order.grading_fee,
      batch_id: order.batch_id,
      notes: order.notes,
    });
    return answer.ok ? { url: answer.data.url } : { failure: payFailure(answer) };
  }

  return (
    <Alert
      tone="warning"
      title={
        <>
          <BatchId name={displayBatchId(order)} /> is waiting for its payment
        </>
      }
      action={
        <div className="space-y-2">
          <Button variant="secondary" size="sm" isBusy={isBusy} onClick={() => open(findPage)}>
            Resume payment
          </Button>
          <AgreedTerms act="paying" />
        </div>
      }
    >
      <p>
        {hasLeft && !isUsed ? "Nothing was charged. " : null}
        {cardCount(order.num_cards)}, {formatCents(toCents(order.grading_fee))}. A new batch replaces it.
      </p>
      <Failure className="mt-1">{failure}</Failure>
    </Alert>
  );
}
