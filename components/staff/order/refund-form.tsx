"use client";

import { useState } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { useUnsavedGuard } from "@/components/ui/use-unsaved-guard";
import { formatCents } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { type AdjustmentKind, adjustmentName } from "@/lib/orders/adjustment";
import { centsOf, refundMessages } from "@/lib/staff/refunds/refund-amount";

/** Says whose money it is, as the question names it, and of what. */
export type RefundSubject = {
  batch: string;
  customer: string;
  cardsHere: string | null;
  /** Its cards count in a member's month. */
  isMember: boolean;
  /** The proposal whose own payment it is of; without one the order's. */
  adjustment?: { id: string; kind: AdjustmentKind };
};

type RefundFormProps = {
  orderId: string;
  about: RefundSubject;
  leftCents: number;
  refundedCents: number;
  isWhole: boolean;
};

/** Asks how much of a payment goes back and why, and once more before it is sent. */
export function RefundForm({ orderId, about, leftCents, refundedCents, isWhole }: RefundFormProps) {
  const { post, isBusy, failure, setFailure } = usePost();
  const all = (leftCents / 100).toFixed(2);
  const [amount, setAmount] = useState(all);
  const [reason, setReason] = useState("");
  const [isAsking, setIsAsking] = useState(false);
  const [requestId, setRequestId] = useState<string>();
  const [owesCode, setOwesCode] = useState(false);
  useUnsavedGuard(amount !== all || reason.trim() !== "");
  const cents = centsOf(amount);
  const amountText = cents === null ? "" : formatCents(cents);
  const isAll = cents === leftCents;
  const of = about.adjustment ? adjustmentName(about.adjustment.kind) : null;
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
      { done: "Refund made" },
    );
    setIsAsking(false);
    const { ok, status } = answer;
    setOwesCode(!ok && answer.code === "second_factor_due");
    // A definite answer ends this request; without one the next press must continue it.
    if (ok || (status >= 400 && status < 500)) setRequestId(undefined);
    if (!ok) return;
    setAmount(all);
    setReason("");
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
          {owesCode ? (
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
        value={reason}
        hint="Kept on the order's timeline, for staff only."
        onChange={(event) => setReason(event.target.value)}
      />
      <SubmitButton variant="secondary" isBusy={isBusy} busyText="Refunding…">
        Refund…
      </SubmitButton>
      <ConfirmDialog
        title={
          <>
            Refund {of ? `${of.toLowerCase()} of ` : null}
            <BatchId name={about.batch} />?
          </>
        }
        isOpen={isAsking}
        onCancel={() => setIsAsking(false)}
        confirm={{ variant: "danger", isBusy, onClick: refund, children: `Refund ${amountText}` }}
      >
        <p>
          <span>{`${amountText} goes back to ${about.customer}.`}</span>{" "}
          <span>
            {isAll && isWhole && !about.adjustment
              ? `That is the whole amount: the order is canceled${about.isMember ? ", and its cards are free again in the member's month" : ""}.`
              : "The order stays as it is."}
          </span>{" "}
          This cannot be taken back.
        </p>
        {isAll && about.cardsHere && !about.adjustment ? (
          <p className="font-medium">
            {about.cardsHere} The batch then stands under "To send back" until they have left.
          </p>
        ) : null}
      </ConfirmDialog>
    </form>
  );
}

/** Says what a refund changes besides the money. */
function ruleOf({ adjustment, isMember }: RefundSubject): string {
  if (!adjustment) {
    return isMember
      ? "All of it cancels the order and frees its cards in the member's month; a part does neither."
      : "All of it cancels the order; a part does not.";
  }
  return adjustment.kind === "extra" && isMember
    ? "All of it frees these cards in the member's month; a part does not. The order stays as it is."
    : "The order stays as it is.";
}
