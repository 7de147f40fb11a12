"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { DraftNotice } from "@/components/orders/submit/draft-notice";
import { OrderTotal } from "@/components/orders/submit/order-total";
import { useKeptInput } from "@/components/orders/submit/use-kept-input";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { TextareaField } from "@/components/ui/textarea-field";
import { formatCents, toDollars } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import type { PlanType } from "@/lib/base/plans";
import { postJson } from "@/lib/http/post-json";
import { newBatchId } from "@/lib/orders/batch-id";
import { checkoutFailure } from "@/lib/orders/checkout/checkout-failure";
import { keepInput } from "@/lib/orders/checkout/kept-input";
import {
  discardPendingBatch,
  type PendingBatch,
  readDraft,
  savePendingBatch,
} from "@/lib/orders/checkout/pending-batch";
import { isRefusal } from "@/lib/orders/confirmation/payment-outcome";
import { MAX_NOTES, type Submission, submissionSchema, submitMessages } from "@/lib/orders/schema";

type SubmissionFormProps = {
  person: { userId: string; email: string } | null;
  plan: { type: PlanType; label: string; rateCents: number };
  /** Cards left this month at this rate; null: no limit. */
  remaining: number | null;
  /** The batch whose open payment the page offers already: no draft of it is offered a second time. */
  openBatchId?: string | null;
};

type Failure = { text: string; isSignedOut?: boolean };

const EMPTY: Submission = { numCards: "", notes: "" };
const SECONDS_BETWEEN_SUBMITS = 3;
/** One digit more than an order may have, so that too large a number is answered and not cut off. */
const MAX_DIGITS = 5;

/** Number of cards, notes, the live total, and the way to the payment page. */
export function SubmissionForm({ person, plan, remaining, openBatchId }: SubmissionFormProps) {
  const resolver = useMemo(() => zodResolver(submissionSchema(remaining)), [remaining]);
  const form = useForm<Submission>({ resolver, defaultValues: EMPTY, mode: "onChange" });
  const [failure, setFailure] = useState<Failure>();
  const [draft, setDraft] = useState<PendingBatch | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const lastSubmit = useRef(0);
  const batch = useRef<{ id: string; numCards: string } | null>(null);
  const { errors, isSubmitting } = form.formState;
  const numCards = Number(form.watch("numCards")) || 0;
  const email = person?.email;
  const router = useRouter();
  const count = useRef<HTMLInputElement>(null);
  const { ref: registerCount, ...countField } = form.register("numCards", {
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      form.setValue("numCards", event.target.value.replace(/\D/g, "").slice(0, MAX_DIGITS));
      setFailure(undefined);
    },
  });
  useKeptInput(form, email);

  useEffect(() => {
    const look = () => setDraft(readDraft(email === undefined ? null : { email }));
    look();
    // Back from the payment page out of the browser's memory: the button works again.
    const revive = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      setIsLeaving(false);
      look();
    };
    window.addEventListener("pageshow", revive);
    return () => window.removeEventListener("pageshow", revive);
  }, [email]);

  /** After the change that moved the focus has been drawn. */
  const focusCount = () => setTimeout(() => count.current?.focus());

  /** The same batch keeps its id over a retry, so that it is never paid twice. */
  function batchIdFor(numCards: string): string {
    if (batch.current?.numCards !== numCards) batch.current = { id: newBatchId(), numCards };
    return batch.current.id;
  }

  async function submit(values: Submission) {
    if (isLeaving) return;
    setFailure(undefined);
    const now = Date.now();
    if (now - lastSubmit.current < SECONDS_BETWEEN_SUBMITS * 1000) {
      setFailure({ text: submitMessages.tooSoon });
      setTimeout(
        () => setFailure((shown) => (shown?.text === submitMessages.tooSoon ? undefined : shown)),
        SECONDS_BETWEEN_SUBMITS * 1000,
      );
      return;
    }
    lastSubmit.current = now;
    const cards = Number(values.numCards);
    const notes = values.notes ?? "";
    const pending: PendingBatch = {
      batchId: batchIdFor(values.numCards),
      numCards: cards,
      notes,
      totalAmount: toDollars(cards * plan.rateCents),
      timestamp: now,
    };
    const kept = { owner: person, plan: plan.type };
    savePendingBatch(pending, kept);
    const answer = await postJson<{ sessionId: string; url: string; batch_id: string }>(
      paths.api.createCheckoutSession,
      {
        user_id: person?.userId ?? null,
        user_email: person?.email ?? null,
        plan_type: plan.type,
        num_cards: cards,
        total_amount: pending.totalAmount,
        batch_id: pending.batchId,
        notes,
      },
    );
    if (answer.ok && answer.data.url) {
      const { batch_id: id, sessionId } = answer.data;
      // The server may have replaced the id: a second click must name the batch that can be paid.
      batch.current = { id, numCards: values.numCards };
      savePendingBatch({ ...pending, batchId: id }, { ...kept, sessionId });
      setIsLeaving(true);
      keepInput(person, EMPTY);
      window.location.assign(answer.data.url);
      return;
    }
    // Unknown: the next try names the same batch, so that it is never paid twice.
    if (isRefusal(answer.status)) {
      batch.current = null;
      // What the page knows of quota and payments is out of date: another tab was faster.
      router.refresh();
    }
    setFailure({
      text: checkoutFailure(answer),
      isSignedOut: !answer.ok && answer.code === "sign_in_required",
    });
    setDraft(pending);
    form.reset(EMPTY);
    focusCount();
  }

  function restore(saved: PendingBatch) {
    const numCards = String(saved.numCards);
    form.reset({ numCards, notes: saved.notes });
    batch.current = { id: saved.batchId, numCards };
    setDraft(null);
    setFailure(undefined);
    focusCount();
  }

  function discard() {
    discardPendingBatch();
    batch.current = null;
    setDraft(null);
    focusCount();
  }

  const isBusy = isSubmitting || isLeaving;
  const returnPath = plan.type === "payg" ? paths.submitPayg : paths.submit;
  const isInvalid = () => setFailure({ text: submitMessages.invalidCount });
  return (
    <form
      method="post"
      noValidate
      // A browser that puts back what stood here would show notes that the form does not have; the draft has them.
      autoComplete="off"
      onSubmit={form.handleSubmit(submit, (wrong) => wrong.numCards && isInvalid())}
      className="space-y-6"
    >
      {failure ? (
        <Alert
          tone="danger"
          isLive
          action={
            failure.isSignedOut ? (
              <ButtonLink variant="secondary" size="sm" href={withQuery(paths.login, { next: returnPath })}>
                Log In
              </ButtonLink>
            ) : null
          }
        >
          {failure.text}
        </Alert>
      ) : null}
      {draft && draft.batchId !== openBatchId && !isBusy ? (
        <DraftNotice draft={draft} onRestore={() => restore(draft)} onDiscard={discard} />
      ) : null}
      <TextField
        {...countField}
        ref={(field) => {
          registerCount(field);
          count.current = field;
        }}
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
        maxLength={MAX_NOTES}
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
