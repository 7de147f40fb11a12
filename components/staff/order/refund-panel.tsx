"use client";

import { useState } from "react";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { Time } from "@/components/ui/time";
import { apiPaths } from "@/lib/base/api-paths";
import { formatCents } from "@/lib/base/money";
import { centsOf, refundMessages } from "@/lib/staff/refunds/refund-amount";
import type { RefundRequest } from "@/lib/staff/refunds/schema";

type RefundPanelProps = {
  orderId: string;
  /** Whose money it is, as the question names them. */
  about: RefundSubject;
  paidCents: number;
  refundedCents: number;
  refunds: RefundRequest[];
  /** Why this person may not refund; null when they may. */
  refusal: string | null;
};

type RefundSubject = { batch: string; customer: string; cardsHere: string | null };

const STATES = {
  started: { label: "Not confirmed", tone: "warning" },
  done: { label: "Refunded", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
} as const;

/**
 * Shows an order's refunds and the form for another one, which asks before it sends money back. While one is not
 * confirmed there is no form; that one must be finished first.
 */
export function RefundPanel({
  orderId,
  about,
  paidCents,
  refundedCents,
  refunds,
  refusal,
}: RefundPanelProps) {
  const leftCents = paidCents - refundedCents;
  const isUnderWay = refunds.some(({ status }) => status === "started");
  return (
    <div className="space-y-4">
      {refunds.length > 0 ? (
        <ul className="divide-y divide-border text-sm">
          {refunds.map((refund) => (
            <Past
              key={refund.id}
              refund={refund}
              refundedCents={refundedCents}
              mayFinish={refusal === null}
            />
          ))}
        </ul>
      ) : null}
      {refusal ? <p className="text-sm wrap-anywhere text-text-muted">{refusal}</p> : null}
      {leftCents > 0 && !isUnderWay && !refusal ? (
        <RefundForm
          key={refundedCents}
          orderId={orderId}
          about={about}
          leftCents={leftCents}
          refundedCents={refundedCents}
          isWhole={refundedCents === 0}
        />
      ) : null}
      {leftCents === 0 ? <p className="text-sm text-text-muted">Everything was refunded.</p> : null}
    </div>
  );
}

type PastProps = { refund: RefundRequest; refundedCents: number; mayFinish: boolean };

function Past({ refund, refundedCents, mayFinish }: PastProps) {
  const { post, isBusy, failure } = usePost();
  const { label, tone } = STATES[refund.status];
  return (
    <li className="space-y-2 py-3 first:pt-0">
      <p className="flex flex-wrap items-center gap-3">
        <span className="font-medium tabular-nums">{formatCents(refund.amount_cents)}</span>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="wrap-anywhere">{refund.reason}</p>
      <p className="text-text-muted">
        {refund.requested_by_email ?? "Staff"}, <Time at={refund.created_at} show="date-time" />
      </p>
      {refund.failure || failure ? <p className="text-danger">{failure ?? refund.failure}</p> : null}
      {refund.status === "done" || !mayFinish ? null : (
        <Button
          size="sm"
          variant="secondary"
          isBusy={isBusy}
          onClick={() =>
            post(
              apiPaths.adminRefund(refund.order_id),
              {
                request_id: refund.id,
                amount_cents: refund.amount_cents,
                refunded_cents: refundedCents,
                reason: refund.reason,
              },
              { done: "Refund made" },
            )
          }
        >
          {refund.status === "failed" ? "Try Again" : "Find Out and Finish"}
        </Button>
      )}
    </li>
  );
}

type RefundFormProps = {
  orderId: string;
  about: RefundSubject;
  leftCents: number;
  refundedCents: number;
  isWhole: boolean;
};

function RefundForm({ orderId, about, leftCents, refundedCents, isWhole }: RefundFormProps) {
  const { post, isBusy, failure, setFailure } = usePost();
  const [amount, setAmount] = useState((leftCents / 100).toFixed(2));
  const [reason, setReason] = useState("");
  const [isAsking, setIsAsking] = useState(false);
  const [requestId, setRequestId] = useState<string>();
  const cents = centsOf(amount);
  const amountText = cents === null ? "" : formatCents(cents);
  const isAll = cents === leftCents;

  function ask() {
    if (cents === null) return setFailure(refundMessages.amount);
    if (cents > leftCents) return setFailure(refundMessages.tooMuch(leftCents));
    if (!reason.trim()) return setFailure(refundMessages.reason);
    setFailure(undefined);
    setRequestId((id) => id ?? crypto.randomUUID());
    setIsAsking(true);
  }

  async function refund() {
    if (isBusy) return;
    const { ok, status } = await post(
      apiPaths.adminRefund(orderId),
      { request_id: requestId, amount_cents: cents, refunded_cents: refundedCents, reason },
      { done: "Refund made" },
    );
    setIsAsking(false);
    // A definite answer ends this request; without one the next press must continue it.
    if (ok || (status >= 400 && status < 500)) setRequestId(undefined);
  }

  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      {failure ? (
        <Alert tone="danger" isLive>
          {failure}
        </Alert>
      ) : null}
      <TextField
        label="Amount to refund (USD)"
        inputMode="decimal"
        value={amount}
        hint={`Up to ${formatCents(leftCents)}. All of it cancels the order and frees its cards in the member's month; a part does neither.`}
        onChange={(event) => {
          setAmount(event.target.value);
          setRequestId(undefined);
        }}
      />
      <TextField
        label="Reason"
        maxLength={500}
        value={reason}
        hint="Kept on the order's timeline, for staff only."
        onChange={(event) => setReason(event.target.value)}
      />
      <SubmitButton variant="secondary" isBusy={isBusy} busyText="Refunding…">
        Refund …
      </SubmitButton>
      <ConfirmDialog
        title={`Refund ${about.batch}?`}
        isOpen={isAsking}
        onCancel={() => setIsAsking(false)}
        cancelText="Keep the Money"
        confirm={{ variant: "danger", isBusy, onClick: refund, children: `Refund ${amountText}` }}
      >
        <p>
          {amountText} go back to {about.customer}.{" "}
          {isAll && isWhole
            ? "That is everything: the order is canceled and its cards are free again in the member's month."
            : "The order stays as it is."}{" "}
          This cannot be taken back.
        </p>
        {isAll && about.cardsHere ? (
          <p className="font-medium">
            {about.cardsHere} The batch then stands under "To send back" until they have left.
          </p>
        ) : null}
      </ConfirmDialog>
    </form>
  );
}
