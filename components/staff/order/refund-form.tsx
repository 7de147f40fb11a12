"use client";
import { useState } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-link";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";
import { controlled } from "@/components/ui/field";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { Time } from "@/components/ui/time";
import { useUnsavedGuard } from "@/components/ui/use-unsaved-guard";
import { formatCents } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { type AdjustmentKind, adjustmentNames } from "@/lib/orders/adjustment";
import { centsOf, type RefundRequest, refundMessages } from "@/lib/staff/refunds/schema";

type RefundPanelProps = {
  orderId: string;
  about: RefundSubject;
  paidCents: number;
  refundedCents: number;
  refunds: RefundRequest[];
};

const STATES = {
  started: { label: "Not confirmed", tone: "warning" },
  done: { label: "Refunded", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
} as const;

/** Shows a payment's refunds and a form for another one. There is no form until an unconfirmed refund is finished. */
export function RefundPanel({ orderId, about, paidCents, refundedCents, refunds }: RefundPanelProps) {
  const leftCents = paidCents - refundedCents;
  const own = refunds.filter(({ adjustment_id: id }) => id === (about.adjustment?.id ?? null));
  const isInProgress = refunds.some(({ status }) => status === "started");
  const canRefund = leftCents > 0 && !isInProgress;
  const form = (
    <RefundForm
      key={refundedCents}
      orderId={orderId}
      about={about}
      leftCents={leftCents}
      refundedCents={refundedCents}
    />
  );
  return (
    <div className="space-y-4">
      {own.length > 0 ? (
        <ul className="divide-y divide-border text-sm">
          {own.map((refund) => (
            <Past key={refund.id} refund={refund} refundedCents={refundedCents} />
          ))}
        </ul>
      ) : null}
      {isInProgress && !own.some(({ status }) => status === "started") ? (
        <p className="text-sm text-text-muted">Another refund of this order isn't confirmed yet.</p>
      ) : null}
      {canRefund && about.adjustment ? (
        <details className="space-y-4">
          <summary className={buttonStyle({ size: "sm", variant: "secondary" })}>Refund…</summary>
          {form}
        </details>
      ) : canRefund ? (
        form
      ) : null}
      {leftCents === 0 ? <p className="text-sm text-text-muted">Fully refunded.</p> : null}
    </div>
  );
}

function Past({ refund, refundedCents }: { refund: RefundRequest; refundedCents: number }) {
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
        {refund.requested_by_email ?? "Staff"}, <Time at={refund.created_at} show="local" />
      </p>
      <Failure>{failure ?? refund.failure}</Failure>
      {refund.status === "done" ? null : (
        <Button
          size="sm"
          variant="secondary"
          isBusy={isBusy}
          onClick={() =>
            post(
              staffApiPaths.refund(refund.order_id),
              {
                request_id: refund.id,
                amount_cents: refund.amount_cents,
                refunded_cents: refundedCents,
                reason: refund.reason,
                ...(refund.adjustment_id ? { adjustment_id: refund.adjustment_id } : {}),
              },
              { done: "Refund sent" },
            )
          }
        >
          {refund.status === "failed" ? "Try Again" : "Check in Stripe"}
        </Button>
      )}
    </li>
  );
}

export type RefundSubject = {
  batch: string;
  customer: string;
  cardsHere: string | null;
  /** The cards count toward a member's monthly limit. */
  isMember: boolean;
  /** The question that was paid for. Without it, the payment is the order's. */
  adjustment?: { id: string; kind: AdjustmentKind };
};

type RefundFormProps = Omit<RefundPanelProps, "paidCents" | "refunds"> & { leftCents: number };

export function RefundForm({ orderId, about, leftCents, refundedCents }: RefundFormProps) {
  const { post, isBusy, failure, setFailure } = usePost();
  const all = (leftCents / 100).toFixed(2);
  const [amount, setAmount] = useState(all);
  const [reason, setReason] = useState("");
  const [isAsking, setIsAsking] = useState(false);
  const [requestId, setRequestId] = useState<string>();
  const [needsCode, setNeedsCode] = useState(false);
  useUnsavedGuard(amount !== all || reason.trim() !== "");
  const cents = centsOf(amount);
  const amountText = cents === null ? "" : formatCents(cents);
  const isAll = cents === leftCents;
  const of = about.adjustment ? adjustmentNames[about.adjustment.kind] : null;
  const rule = ruleOf(about);

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
    const answer = await post(
      staffApiPaths.refund(orderId),
      {
        request_id: requestId,
        amount_cents: cents,
        refunded_cents: refundedCents,
        reason,
        ...(about.adjustment ? { adjustment_id: about.adjustment.id } : {}),
      },
      { done: "Refund sent" },
    );
    setIsAsking(false);
    const { ok, status } = answer;
    setNeedsCode(!ok && answer.code === "second_factor_due");
    // A definite response ends this request. Without one, the next attempt must reuse its ID.
    if (ok || (status >= 400 && status < 500)) setRequestId(undefined);
    if (!ok) return;
    setAmount(all);
    setReason("");
  }

  return (
    <form className="space-y-4" onSubmit={submitting(() => ask())}>
      {failure ? (
        <Alert tone="danger" isLive>
          {failure}
          {needsCode ? (
            <>
              {" "}
              <a
                className="link"
                target="_blank"
                href={withQuery(paths.login, { view: "code", next: staffPaths.order(orderId) })}
                rel="noopener"
              >
                Enter your code in a new tab
              </a>
            </>
          ) : null}
        </Alert>
      ) : null}
      <TextField
        label="Amount to refund (USD)"
        inputMode="decimal"
        value={amount}
        hint={`Up to ${formatCents(leftCents)}. ${rule}`}
        onChange={(event) => {
          setAmount(event.target.value);
          setRequestId(undefined);
        }}
      />
      <TextField
        label="Reason"
        maxLength={500}
        {...controlled(reason, setReason)}
        hint="Only staff can see this."
      />
      <SubmitButton variant="secondary" isBusy={isBusy} busyText="Refunding…">
        Review refund
      </SubmitButton>
      <ConfirmDialog
        title={
          <>
            Refund {of ? `${of.toLowerCase()} for ` : null}
            <BatchId name={about.batch} />?
          </>
        }
        isOpen={isAsking}
        onCancel={() => setIsAsking(false)}
        confirm={{ variant: "danger", isBusy, onClick: refund, children: `Refund ${amountText}` }}
      >
        <p>
          <span>{`We'll send ${amountText} back to ${about.customer}.`}</span>{" "}
          <span>
            {isAll && refundedCents === 0 && !about.adjustment
              ? `This cancels the order${about.isMember ? ", and its cards no longer count toward the monthly limit" : ""}.`
              : "The order stays as it is."}
          </span>{" "}
          You can't undo this.
        </p>
        {isAll && about.cardsHere && !about.adjustment ? (
          <p className="font-medium">{about.cardsHere} You'll find the batch under “To ship back”.</p>
        ) : null}
      </ConfirmDialog>
    </form>
  );
}

function ruleOf({ adjustment, isMember }: RefundSubject): string {
  if (!adjustment) {
    return isMember
      ? "A full refund cancels the order. Its cards no longer count toward the monthly limit."
      : "A full refund cancels the order.";
  }
  return adjustment.kind === "extra" && isMember
    ? "After a full refund, these cards no longer count toward the monthly limit."
    : "The order stays as it is.";
}
