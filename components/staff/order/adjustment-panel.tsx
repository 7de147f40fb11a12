"use client";

import { useState } from "react";
import { RefundPanel, type RefundSubject } from "@/components/staff/order/refund-form";
import { usePost } from "@/components/staff/use-post";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { TextareaField } from "@/components/ui/textarea-field";
import { Time } from "@/components/ui/time";
import { useUnsavedGuard } from "@/components/ui/use-unsaved-guard";
import { formatCents } from "@/lib/base/money";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { amountWords, standingWords } from "@/lib/orders/adjustment";
import type { StaffAdjustment } from "@/lib/staff/adjustments/schema";
import { centsOf } from "@/lib/staff/refunds/refund-amount";
import type { RefundRequest } from "@/lib/staff/refunds/schema";

type AdjustmentPanelProps = {
  order: { id: string; version: number };
  /** The grader has the cards, or had them: it may ask for more. */
  canCharge: boolean;
  adjustments: StaffAdjustment[];
  /** What a refund of a proposal's own payment needs to know. */
  money: ProposalMoney;
};

type ProposalMoney = {
  about: RefundSubject;
  refunds: RefundRequest[];
};

/**
 * Shows what an order's customer was asked and how each question stands, with what staff can do: withdraw one that is not
 * decided, settle one that only they can end, refund one that was paid, ask for an upcharge.
 */
export function AdjustmentPanel({ order, canCharge, adjustments, money }: AdjustmentPanelProps) {
  return (
    <div className="space-y-4">
      {adjustments.length > 0 ? (
        <ul className="divide-y divide-border text-sm">
          {adjustments.map((adjustment) => (
            <Asked key={adjustment.id} adjustment={adjustment} money={money} />
          ))}
        </ul>
      ) : (
        <p className="text-sm text-text-muted">Nothing was asked.</p>
      )}
      {canCharge ? <UpchargeForm key={adjustments.length} order={order} /> : null}
    </div>
  );
}

/** Says what staff can do with a proposal; null where there is nothing. */
function actionOf({ status, kind, chosen_option: option, is_open: isOpen }: StaffAdjustment) {
  if (status === "proposed" || (status === "accepted" && option !== "refund")) return "withdraw";
  if (!isOpen) return null;
  const isOurs = kind === "upcharge" || (kind === "short" && option === "refund");
  return isOurs ? "close" : null;
}

type AskedProps = { adjustment: StaffAdjustment; money: ProposalMoney };

function Asked({ adjustment, money }: AskedProps) {
  const { post, isBusy, failure } = usePost();
  const [isAsking, setIsAsking] = useState(false);
  const [note, setNote] = useState("");
  useUnsavedGuard(isAsking && note.trim() !== "");
  const action = actionOf(adjustment);
  const label = action === "withdraw" ? "Withdraw" : "Settle";

  async function send() {
    const body = { action, note };
    const { ok } = await post(staffApiPaths.adjustment(adjustment.id), body, { done: `${label} done` });
    if (!ok) return;
    setIsAsking(false);
    setNote("");
  }

  return (
    <li className="space-y-2 py-3 first:pt-0">
      <p className="flex flex-wrap items-center gap-3">
        <span className="font-medium">{standingWords(adjustment)}</span>
        {adjustment.is_open ? <Badge tone="warning">Open</Badge> : null}
      </p>
      <p className="tabular-nums">{amountWords(adjustment)}</p>
      {[adjustment.reason, adjustment.words, adjustment.closing_note].map((text) =>
        text ? (
          <p key={text} className="wrap-anywhere">
            {text}
          </p>
        ) : null,
      )}
      {adjustment.refund_failure ? <p className="text-danger">{adjustment.refund_failure}</p> : null}
      <p className="text-text-muted">
        Asked <Time at={adjustment.created_at} show="date-time" />, until{" "}
        <Time at={adjustment.deadline_at} show="date-time" />
      </p>
      {adjustment.refunded_cents > 0 ? (
        <p className="tabular-nums">
          Refunded {formatCents(adjustment.refunded_cents)} of {formatCents(adjustment.paid_cents ?? 0)}
        </p>
      ) : null}
      {adjustment.paid_cents ? (
        <RefundPanel
          // Another refund begins folded.
          key={adjustment.refunded_cents}
          orderId={adjustment.order_id}
          about={{ ...money.about, adjustment: { id: adjustment.id, kind: adjustment.kind } }}
          paidCents={adjustment.paid_cents}
          refundedCents={adjustment.refunded_cents}
          refunds={money.refunds}
        />
      ) : null}
      <Failure>{failure}</Failure>
      {action && !isAsking ? (
        <Button size="sm" variant="secondary" onClick={() => setIsAsking(true)}>
          {label}…
        </Button>
      ) : null}
      {action && isAsking ? (
        <form className="space-y-3" onSubmit={submitting(send)}>
          <TextField
            label={action === "withdraw" ? "Why is it withdrawn?" : "What was done?"}
            maxLength={500}
            value={note}
            hint="Kept on the order's timeline, for staff only."
            onChange={(event) => setNote(event.target.value)}
          />
          <div className="flex flex-wrap gap-2">
            <SubmitButton size="sm" isBusy={isBusy} busyText="Saving…" disabled={note.trim() === ""}>
              {label}
            </SubmitButton>
            <Button size="sm" variant="secondary" disabled={isBusy} onClick={() => setIsAsking(false)}>
              Cancel
            </Button>
          </div>
        </form>
      ) : null}
    </li>
  );
}

/** Asks the customer for what the grader charges more: so many cards, so much each, and why. */
function UpchargeForm({ order }: { order: { id: string; version: number } }) {
  const { post, isBusy, failure, setFailure } = usePost();
  const [cards, setCards] = useState("");
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  useUnsavedGuard(`${cards}${amount}${reason}`.trim() !== "");

  async function ask() {
    const cents = centsOf(amount);
    const qty = Number(cards);
    if (!Number.isInteger(qty) || qty < 1) return setFailure("Please enter a number of cards.");
    if (cents === null) return setFailure("Please enter an amount for each card.");
    const body = { version: order.version, qty, unit_cents: cents, reason };
    const { ok } = await post(staffApiPaths.adjustments(order.id), body, { done: "The customer is asked" });
    if (!ok) return;
    setCards("");
    setAmount("");
    setReason("");
  }

  return (
    <form className="space-y-4 border-t border-border pt-4" onSubmit={submitting(ask)}>
      <h3 className="font-medium">Upcharge of the grader</h3>
      <TextField
        label="Number of cards"
        inputMode="numeric"
        value={cards}
        onChange={(event) => setCards(event.target.value)}
      />
      <TextField
        label="Amount for each card (USD)"
        inputMode="decimal"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <TextareaField
        label="What the grader found"
        hint="The customer reads it. Nothing is charged before they accept."
        rows={2}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Failure>{failure}</Failure>
      <SubmitButton variant="secondary" isBusy={isBusy} busyText="Asking…" disabled={reason.trim() === ""}>
        Ask the customer
      </SubmitButton>
    </form>
  );
}
