"use client";
import { useState } from "react";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { Failure } from "@/components/ui/failure";
import { controlled } from "@/components/ui/field";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextareaField } from "@/components/ui/textarea-field";
import { Time } from "@/components/ui/time";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import type { DeskOrder } from "@/lib/staff/desk/receiving-desk";
import type { StaffOrder } from "@/lib/staff/staff-order";

type CancelRequestProps = {
  order: Pick<StaffOrder, "id" | "version" | "cancel_requested_at">;
  /** Shown at the desk, where staff have the package. */
  hasLink?: boolean;
  /** Receives the order after the request is declined. */
  onGoOn?: (order: DeskOrder) => void;
};

export function CancelRequest({ order, hasLink, onGoOn }: CancelRequestProps) {
  const [message, setMessage] = useState("");
  const { post, isBusy, failure } = usePost();

  async function decline() {
    const path = staffApiPaths.cancellation(order.id);
    const body = { version: order.version, ...(message.trim() ? { words: message } : {}) };
    const answer = await post<{ order: DeskOrder }>(path, body, { done: "Cancellation declined" });
    if (answer.ok) onGoOn?.(answer.data.order);
  }

  if (!order.cancel_requested_at) return null;
  return (
    <Alert tone="danger" title="Decide before you count the cards">
      <form className="space-y-4" onSubmit={submitting(decline)}>
        {hasLink ? <p className="text-2xl font-semibold">Don't open the package yet</p> : null}
        <p>
          Requested <Time at={order.cancel_requested_at} show="local" />
        </p>
        <TextareaField
          label="Message to the customer"
          isOptional
          rows={2}
          maxLength={1000}
          {...controlled(message, setMessage)}
        />
        <Failure>{failure}</Failure>
        <div className="flex flex-wrap gap-2">
          <ButtonLink size="sm" variant="danger" href={`${staffPaths.order(order.id)}#refund`}>
            Refund in full
          </ButtonLink>
          <SubmitButton size="sm" variant="secondary" isBusy={isBusy} busyText="Saving…">
            Decline request
          </SubmitButton>
        </div>
      </form>
    </Alert>
  );
}
