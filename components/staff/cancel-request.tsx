"use client";

import { useState } from "react";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { Failure } from "@/components/ui/failure";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextareaField } from "@/components/ui/textarea-field";
import { Time } from "@/components/ui/time";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import type { DeskOrder } from "@/lib/staff/desk/receiving-desk";
import type { StaffOrder } from "@/lib/staff/staff-order";

type CancelRequestProps = {
  order: Pick<StaffOrder, "id" | "version" | "cancel_requested_at">;
  /** On another page than the order's own: a way there, where it is refunded. */
  hasLink?: boolean;
  /** Takes the order as it is after it was decided to go on; the page shows anew in any case. */
  onGoOn?: (order: DeskOrder) => void;
};

/** Shows that a batch's customer wants it canceled, and lets staff decide: refund it, or go on and say so. */
export function CancelRequest({ order, hasLink, onGoOn }: CancelRequestProps) {
  const [words, setWords] = useState("");
  const { post, isBusy, failure } = usePost();

  async function goOn() {
    const path = staffApiPaths.cancellation(order.id);
    const body = { version: order.version, ...(words.trim() ? { words } : {}) };
    const answer = await post<{ order: DeskOrder }>(path, body, { done: "The batch goes on" });
    if (answer.ok) onGoOn?.(answer.data.order);
  }

  if (!order.cancel_requested_at) return null;
  return (
    <Alert tone="danger" title="Its customer asks to cancel this batch">
      <form className="space-y-4" onSubmit={submitting(goOn)}>
        {hasLink ? <p className="text-2xl font-semibold">Do not open it yet</p> : null}
        <p>
          Asked on <Time at={order.cancel_requested_at} show="date-time" />. Refund it in full
          {hasLink ? (
            <>
              {" "}
              <a className="link" href={staffPaths.order(order.id)}>
                on its page
              </a>
            </>
          ) : null}
          , or go on with it and tell the customer. Its cards are not counted before.
        </p>
        <TextareaField
          label="Words for the customer"
          isOptional
          rows={2}
          maxLength={1000}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Failure>{failure}</Failure>
        <SubmitButton size="sm" variant="secondary" isBusy={isBusy} busyText="Saving…">
          Go on with this batch
        </SubmitButton>
      </form>
    </Alert>
  );
}
