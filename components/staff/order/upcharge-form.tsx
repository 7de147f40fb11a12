"use client";

import { useState } from "react";
import { usePost } from "@/components/staff/use-post";
import { Failure } from "@/components/ui/failure";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { TextareaField } from "@/components/ui/textarea-field";
import { useUnsavedGuard } from "@/components/ui/use-unsaved-guard";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { centsOf } from "@/lib/staff/refunds/refund-amount";

/** Asks the customer for what the grader charges more: so many cards, so much each, and why. */
export function UpchargeForm({ order }: { order: { id: string; version: number } }) {
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
    <form
      className="space-y-4 border-t border-border pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
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
