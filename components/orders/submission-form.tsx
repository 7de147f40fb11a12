"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { OrderTotal } from "@/components/orders/order-total";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { TextareaField } from "@/components/ui/textarea-field";
import type { PlanType } from "@/lib/membership/plans";
import { formatCents, toDollars } from "@/lib/money";
import { newBatchId } from "@/lib/orders/batch-id";
import {
  discardPendingBatch,
  type PendingBatch,
  readPendingBatch,
  savePendingBatch,
} from "@/lib/orders/pending-batch";
import { type Submission, submissionSchema, submitMessages } from "@/lib/orders/schema";
import { paths } from "@/lib/paths";
import { postJson } from "@/lib/post-json";

type SubmissionFormProps = {
  person: { userId: string; email: string } | null;
  plan: { type: PlanType; label: string; rateCents: number };
  /** Cards left this month at this rate; null: no limit. */
  remaining: number | null;
};

const EMPTY: Submission = { numCards: "", notes: "" };
const SECONDS_BETWEEN_SUBMITS = 3;

/** Number of cards, notes, the live total, and the way to the payment page. */
export function SubmissionForm({ person, plan, remaining }: SubmissionFormProps) {
  const form = useForm<Submission>({ resolver: zodResolver(submissionSchema), defaultValues: EMPTY });
  const [failure, setFailure] = useState<string>();
  const [draft, setDraft] = useState<PendingBatch | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const lastSubmit = useRef(0);
  const batch = useRef<{ id: string; numCards: string } | null>(null);
  const { errors, isSubmitting } = form.formState;
  const numCards = Number(form.watch("numCards")) || 0;

  useEffect(() => {
    setDraft(readPendingBatch());
    // Back from the payment page out of the browser's memory: the button works again.
    const revive = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      setIsLeaving(false);
      setDraft(readPendingBatch());
    };
    window.addEventListener("pageshow", revive);
    return () => window.removeEventListener("pageshow", revive);
  }, []);

  /** The same batch keeps its id over a retry, so that it is never paid twice. */
  function batchIdFor(count: string): string {
    if (batch.current?.numCards !== count) batch.current = { id: newBatchId(), numCards: count };
    return batch.current.id;
  }

  async function submit(values: Submission) {
    if (isLeaving) return;
    setFailure(undefined);
    const count = Number(values.numCards);
    if (remaining !== null && count > remaining) {
      form.setError("numCards", { message: submitMessages.overAllowance(remaining) }, { shouldFocus: true });
      return;
    }
    const now = Date.now();
    if (now - lastSubmit.current < SECONDS_BETWEEN_SUBMITS * 1000) {
      setFailure(submitMessages.tooSoon);
      return;
    }
    lastSubmit.current = now;
    const notes = values.notes ?? "";
    const pending: PendingBatch = {
      batchId: batchIdFor(values.numCards),
      numCards: count,
      notes,
      totalAmount: toDollars(count * plan.rateCents),
      timestamp: now,
    };
    savePendingBatch(pending, person === null);
    const answer = await postJson<{ url: string; batch_id: string }>(paths.api.createCheckoutSession, {
      user_id: person?.userId ?? null,
      user_email: person?.email ?? null,
      plan_type: plan.type,
      num_cards: count,
      total_amount: pending.totalAmount,
      batch_id: pending.batchId,
      notes,
    });
    if (answer.ok && answer.data.url) {
      const { batch_id: id } = answer.data;
      // The server may have replaced the id: a second click must name the batch that can be paid.
      batch.current = { id, numCards: values.numCards };
      savePendingBatch({ ...pending, batchId: id }, person === null);
      setIsLeaving(true);
      window.location.assign(answer.data.url);
      return;
    }
    setFailure(answer.ok ? "No checkout URL received" : answer.error);
    setDraft(pending);
    form.reset(EMPTY);
  }

  function restore(saved: PendingBatch) {
    const count = String(saved.numCards);
    form.reset({ numCards: count, notes: saved.notes });
    batch.current = { id: saved.batchId, numCards: count };
    setDraft(null);
    form.setFocus("numCards");
  }

  function discard() {
    discardPendingBatch();
    setDraft(null);
  }

  const isBusy = isSubmitting || isLeaving;
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(submit)} className="space-y-6">
      {failure ? (
        <Alert tone="danger" isLive>
          {failure}
        </Alert>
      ) : null}
      {draft && !isBusy ? (
        <Alert
          tone="info"
          title={`You started a batch of ${draft.numCards} ${draft.numCards === 1 ? "card" : "cards"}`}
          action={
            <div className="flex gap-2">
              <Button variant="secondary" size="sm" onClick={() => restore(draft)}>
                Restore
              </Button>
              <Button variant="quiet" size="sm" onClick={discard}>
                Discard
              </Button>
            </div>
          }
        >
          It is not paid yet.
        </Alert>
      ) : null}
      <TextField
        {...form.register("numCards", {
          onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
            form.setValue("numCards", event.target.value.replace(/\D/g, "").slice(0, 4));
          },
        })}
        label="Number of cards"
        inputMode="numeric"
        autoComplete="off"
        placeholder={remaining === null ? "Enter number" : `Enter number (max ${remaining})`}
        error={errors.numCards?.message}
      />
      <TextareaField
        {...form.register("notes")}
        label="Notes"
        isOptional
        rows={3}
        maxLength={2000}
        hint="Anything our team should know about these cards."
        error={errors.notes?.message}
      />
      <OrderTotal numCards={numCards} rateCents={plan.rateCents} rateLabel={plan.label} />
      <SubmitButton block size="lg" isBusy={isBusy} busyText="Opening the payment page …">
        {numCards > 0 ? `Pay ${formatCents(numCards * plan.rateCents)}` : "Continue to payment"}
      </SubmitButton>
    </form>
  );
}
