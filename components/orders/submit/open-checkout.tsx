"use client";

import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { formatCents, toCents } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { postJson } from "@/lib/http/post-json";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { Order } from "@/lib/orders/order";

type OpenCheckoutProps = {
  order: Pick<Order, "id" | "batch_id" | "num_cards" | "grading_fee" | "plan_type" | "notes">;
  person: { userId: string; email: string };
};

/** A batch whose payment page is still open: one click leads back there. */
export function OpenCheckout({ order, person }: OpenCheckoutProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const total = formatCents(toCents(order.grading_fee));

  async function resume() {
    setIsBusy(true);
    setFailure(undefined);
    const answer = await postJson<{ url: string }>(paths.api.createCheckoutSession, {
      user_id: person.userId,
      user_email: person.email,
      plan_type: order.plan_type,
      num_cards: order.num_cards,
      total_amount: order.grading_fee,
      batch_id: order.batch_id,
      notes: order.notes,
    });
    if (answer.ok) {
      window.location.assign(answer.data.url);
      return;
    }
    setFailure(answer.error);
    setIsBusy(false);
  }

  return (
    <Alert
      tone="warning"
      title={`${displayBatchId(order)} is waiting for its payment`}
      action={
        <Button variant="secondary" size="sm" isBusy={isBusy} onClick={resume}>
          Resume payment
        </Button>
      }
    >
      <p>
        {order.num_cards} {order.num_cards === 1 ? "card" : "cards"}, {total}. A new batch replaces it.
      </p>
      {failure ? (
        <p role="alert" className="mt-1 text-danger">
          {failure}
        </p>
      ) : null}
    </Alert>
  );
}
