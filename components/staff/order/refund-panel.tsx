"use client";

import { RefundForm, type RefundSubject } from "@/components/staff/order/refund-form";
import { usePost } from "@/components/staff/use-post";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-link";
import { Failure } from "@/components/ui/failure";
import { Time } from "@/components/ui/time";
import { formatCents } from "@/lib/base/money";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import type { RefundRequest } from "@/lib/staff/refunds/schema";

type RefundPanelProps = {
  orderId: string;
  /** Whose money it is, as the question names them. */
  about: RefundSubject;
  paidCents: number;
  refundedCents: number;
  /** All that staff have started for the order and its proposals. */
  refunds: RefundRequest[];
};

const STATES = {
  started: { label: "Not confirmed", tone: "warning" },
  done: { label: "Refunded", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
} as const;

/**
 * Shows the refunds of an order's payment, or of a proposal's, and, when it is asked for, the form for another one, which asks before it
 * sends money back. While one of the order is not confirmed there is no form; that one must be finished first.
 */
export function RefundPanel({ orderId, about, paidCents, refundedCents, refunds }: RefundPanelProps) {
  const leftCents = paidCents - refundedCents;
  const own = refunds.filter(({ adjustment_id: id }) => id === (about.adjustment?.id ?? null));
  const isUnderWay = refunds.some(({ status }) => status === "started");
  const canRefund = leftCents > 0 && !isUnderWay;
  return (
    <div className="space-y-4">
      {own.length > 0 ? (
        <ul className="divide-y divide-border text-sm">
          {own.map((refund) => (
            <Past key={refund.id} refund={refund} refundedCents={refundedCents} />
          ))}
        </ul>
      ) : null}
      {isUnderWay && !own.some(({ status }) => status === "started") ? (
        <p className="text-sm text-text-muted">Another refund of this order is not confirmed yet.</p>
      ) : null}
      {canRefund ? (
        <details className="space-y-4">
          <summary className={buttonStyle({ size: "sm", variant: "secondary" })}>Give money back…</summary>
          <RefundForm
            key={refundedCents}
            orderId={orderId}
            about={about}
            leftCents={leftCents}
            refundedCents={refundedCents}
            isWhole={refundedCents === 0}
          />
        </details>
      ) : null}
      {leftCents === 0 ? <p className="text-sm text-text-muted">Everything was refunded.</p> : null}
    </div>
  );
}

type PastProps = { refund: RefundRequest; refundedCents: number };

function Past({ refund, refundedCents }: PastProps) {
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
              { done: "Refund made" },
            )
          }
        >
          {refund.status === "failed" ? "Try Again" : "Find out and finish"}
        </Button>
      )}
    </li>
  );
}
