"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { RefundPanel, type RefundSubject } from "@/components/staff/order/refund-form";
import { usePost } from "@/components/staff/use-post";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Failure } from "@/components/ui/failure";
import { controlled } from "@/components/ui/field";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { TextareaField } from "@/components/ui/textarea-field";
import { Time } from "@/components/ui/time";
import { useUnsavedGuard } from "@/components/ui/use-unsaved-guard";
import { formatCents } from "@/lib/base/money";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { amountText, standingText } from "@/lib/orders/adjustment";
import type { StaffAdjustment } from "@/lib/staff/adjustments/adjustments";
import type { OrderDetails } from "@/lib/staff/orders/data";
import { centsOf, type RefundRequest } from "@/lib/staff/refunds/schema";

type AdjustmentPanelProps = {
  order: { id: string; version: number };
  /** The grader has or had the cards, so it may charge more. */
  canCharge: boolean;
  adjustments: StaffAdjustment[];
  money: ProposalMoney;
};

type ProposalMoney = { about: RefundSubject; refunds: RefundRequest[] };

export function AdjustmentPanel({ order, canCharge, adjustments, money }: AdjustmentPanelProps) {
  return (
    <div className="space-y-4">
      {adjustments.length > 0 ? (
        <ul className="divide-y divide-border text-sm">
          {adjustments.map((adjustment) => (
            <Asked key={adjustment.id} adjustment={adjustment} money={money} />
          ))}
        </ul>
      ) : null}
      {canCharge ? <UpchargeForm key={adjustments.length} order={order} /> : null}
    </div>
  );
}

function actionOf({ status, kind, chosen_option: option, is_open: isOpen }: StaffAdjustment) {
  if (status === "proposed" || (status === "accepted" && option !== "refund")) return "withdraw";
  if (!isOpen) return null;
  const isOurs = kind === "upcharge" || (kind === "short" && option === "refund");
  return isOurs ? "close" : null;
}

function Asked({ adjustment, money }: { adjustment: StaffAdjustment; money: ProposalMoney }) {
  const { post, isBusy, failure } = usePost();
  const [isAsking, setIsAsking] = useState(false);
  const [note, setNote] = useState("");
  useUnsavedGuard(isAsking && note.trim() !== "");
  const action = actionOf(adjustment);
  const label = action === "withdraw" ? "Withdraw" : "Settle";

  async function send() {
    const body = { action, note };
    const { ok } = await post(staffApiPaths.adjustment(adjustment.id), body, {
      done: action === "withdraw" ? "Question withdrawn" : "Question settled",
    });
    if (!ok) return;
    setIsAsking(false);
    setNote("");
  }

  return (
    <li className="space-y-2 py-3 first:pt-0">
      <p className="flex flex-wrap items-center gap-3">
        <span className="font-medium">{standingText(adjustment)}</span>
        {adjustment.is_open ? <Badge tone="warning">Open</Badge> : null}
      </p>
      <p className="tabular-nums">{amountText(adjustment)}</p>
      {[adjustment.reason, adjustment.words, adjustment.closing_note].map((text) =>
        text ? (
          <p key={text} className="wrap-anywhere">
            {text}
          </p>
        ) : null,
      )}
      {adjustment.refund_failure ? <p className="text-danger">{adjustment.refund_failure}</p> : null}
      <p className="text-text-muted">
        Asked <Time at={adjustment.created_at} show="local" />, answer due{" "}
        <Time at={adjustment.deadline_at} show="local" />
      </p>
      {adjustment.refunded_cents > 0 ? (
        <p className="tabular-nums">
          Refunded {formatCents(adjustment.refunded_cents)} of {formatCents(adjustment.paid_cents ?? 0)}
        </p>
      ) : null}
      {adjustment.paid_cents ? (
        <RefundPanel
          // Resets the panel to collapsed after a refund.
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
            label={action === "withdraw" ? "Why are you withdrawing it?" : "What did you do?"}
            maxLength={500}
            {...controlled(note, setNote)}
            hint="Only staff can see this."
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

function UpchargeForm({ order }: { order: { id: string; version: number } }) {
  const { post, isBusy, failure, setFailure } = usePost();
  const [cards, setCards] = useState("");
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  useUnsavedGuard(`${cards}${amount}${reason}`.trim() !== "");

  async function ask() {
    const cents = centsOf(amount);
    const qty = Number(cards);
    if (!Number.isInteger(qty) || qty < 1) return setFailure("Enter the number of cards.");
    if (cents === null) return setFailure("Enter an amount per card.");
    const body = { version: order.version, qty, unit_cents: cents, reason };
    const { ok } = await post(staffApiPaths.adjustments(order.id), body, { done: "Question sent" });
    if (!ok) return;
    setCards("");
    setAmount("");
    setReason("");
  }

  return (
    <form className="space-y-4" onSubmit={submitting(ask)}>
      <h2 className="font-medium">Grader upcharge</h2>
      <TextField label="Number of cards" inputMode="numeric" {...controlled(cards, setCards)} />
      <TextField label="Amount per card (USD)" inputMode="decimal" {...controlled(amount, setAmount)} />
      <TextareaField
        label="What the grader found"
        hint="We'll send this to the customer and won't charge anything until they accept."
        rows={2}
        maxLength={1000}
        {...controlled(reason, setReason)}
      />
      <Failure>{failure}</Failure>
      <SubmitButton variant="secondary" isBusy={isBusy} busyText="Asking…" disabled={reason.trim() === ""}>
        Ask the customer
      </SubmitButton>
    </form>
  );
}

type ProblemCardProps = Pick<OrderDetails, "order"> & { problem: NonNullable<OrderDetails["problem"]> };

export function ProblemCard({ order, problem: { since, messages } }: ProblemCardProps) {
  const { post, isBusy, failure } = usePost();
  const router = useRouter();

  async function solve() {
    const body = { version: order.version };
    const answer = await post(staffApiPaths.problem(order.id), body, { done: "Problem resolved" });
    if (!answer.ok) router.refresh();
  }

  return (
    <Card id="problem" className="scroll-mt-20 space-y-4 sm:p-6">
      <CardHeader
        title="Problem reported"
        aside={since ? <Badge tone="warning">Open</Badge> : <Badge>Resolved</Badge>}
      />
      <ul className="space-y-3 text-sm">
        {messages.map(({ id, body, at }) => (
          <li key={id}>
            <p className="wrap-anywhere whitespace-pre-line">{body}</p>
            <p className="text-text-muted">
              <Time at={at} show="local" />
            </p>
          </li>
        ))}
      </ul>
      {since ? (
        <>
          {order.email ? (
            <p className="text-sm">
              <a className="link wrap-anywhere" href={`mailto:${order.email}`}>
                Email {order.email}
              </a>
            </p>
          ) : null}
          <Failure>{failure}</Failure>
          <Button size="sm" variant="secondary" isBusy={isBusy} onClick={solve}>
            Mark resolved
          </Button>
        </>
      ) : null}
    </Card>
  );
}
