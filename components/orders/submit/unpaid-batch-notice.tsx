"use client";
import { useState } from "react";
import { AgreedTerms } from "@/components/layout/agreed-terms";
import { SlabLabel } from "@/components/orders/slab-label";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Failure } from "@/components/ui/failure";
import { useCheckoutRedirect } from "@/components/ui/use-checkout-redirect";
import { apiPaths } from "@/lib/base/api-paths";
import { formatCents, toCents } from "@/lib/base/money";
import { payFailure, postJson } from "@/lib/http/post-json";
import { batchTitle, displayBatchId } from "@/lib/orders/batch-id";
import { discardPendingBatch } from "@/lib/orders/checkout/pending-batch";
import type { Order } from "@/lib/orders/order";

type UnpaidBatchNoticeProps = {
  order: Order | null;
  /** The order's owner. After signing out, they must not pay for it as a guest. */
  userId: string;
  /** The customer came back from the payment page by its Back link, so nothing was charged. */
  hasLeft?: boolean;
  children: React.ReactNode;
};

/** Shows a batch whose payment page is still open, with options to pay or start over. A new batch replaces it. */
export function UnpaidBatchNotice({ order, userId, hasLeft = false, children }: UnpaidBatchNoticeProps) {
  const { isBusy, isUsed, failure, open } = useCheckoutRedirect();
  // A form in use stays, so that a refresh after a failure doesn't replace it and its message.
  const [isFormShown, setIsFormShown] = useState(order === null);
  if (isFormShown || order === null) return children;

  const findPage = async () => {
    const answer = await postJson<{ url: string }>(apiPaths.orderCheckout, {
      user_id: userId,
      plan_type: order.plan_type,
      num_cards: order.num_cards,
      total_amount: order.grading_fee,
      batch_id: order.batch_id,
      notes: order.notes,
      title: order.title,
    });
    return answer.ok ? { url: answer.data.url } : { failure: payFailure(answer) };
  };

  const amount = formatCents(toCents(order.grading_fee));
  return (
    <Card>
      <CardHeader
        title="Finish paying for this batch"
        description={hasLeft && !isUsed ? "You haven't been charged." : undefined}
      />
      <div className="space-y-4">
        <SlabLabel
          size="row"
          title={batchTitle(order)}
          code={displayBatchId(order)}
          figure={order.num_cards}
        />
        <Failure>{failure}</Failure>
        <Button block size="lg" isBusy={isBusy} onClick={() => open(findPage)}>
          Pay {amount}
        </Button>
        <AgreedTerms act="paying" />
        <Button
          variant="quiet"
          size="sm"
          disabled={isBusy}
          onClick={() => {
            discardPendingBatch();
            setIsFormShown(true);
          }}
        >
          Discard and start over
        </Button>
      </div>
    </Card>
  );
}
