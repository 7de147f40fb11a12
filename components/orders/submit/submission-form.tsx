"use client";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useRef, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { AgreedTerms } from "@/components/layout/agreed-terms";
import { OverLimit } from "@/components/membership/over-limit";
import { PendingBatchNotice } from "@/components/orders/submit/pending-batch-notice";
import { EMPTY, useOfferedBatch, usePendingInput } from "@/components/orders/submit/use-offered-batch";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { TextareaField } from "@/components/ui/textarea-field";
import { useCheckoutRedirect } from "@/components/ui/use-checkout-redirect";
import { useQueryDropped } from "@/components/ui/use-query-dropped";
import { apiPaths } from "@/lib/base/api-paths";
import { cardCount } from "@/lib/base/messages";
import { formatCents, toDollars } from "@/lib/base/money";
import { LEFT, paths, withQuery } from "@/lib/base/paths";
import { isRefusal } from "@/lib/base/payment-poll";
import { MAX_CARDS_PER_ORDER, type PlanType } from "@/lib/base/plans";
import { sharedMessages } from "@/lib/base/shared-messages";
import { type JsonAnswer, postJson } from "@/lib/http/post-json";
import { cardDigits } from "@/lib/orders/card-digits";
import { type PendingBatch, savePendingBatch } from "@/lib/orders/checkout/pending-batch";
import { savePendingInput } from "@/lib/orders/checkout/pending-input";
import { MAX_NOTES, MAX_TITLE, submitMessages } from "@/lib/orders/form-messages";
import type { Submission } from "@/lib/orders/schema";
import type { PaymentStatus } from "@/lib/orders/status";

type SubmissionFormProps = {
  person: { userId: string; email: string } | null;
  plan: { type: PlanType; label: string; rateCents: number };
  /** Cards left this month at this rate. Null without a limit. */
  remaining: number | null;
  wanted?: string | undefined;
  recentBatches?: readonly { batch_id: string | null; payment_status: PaymentStatus }[];
  hasLeft?: boolean;
};

type Failure = { text: string; isSignedOut?: boolean; isUnanswered?: boolean };
type RefusedPage = { failure: string; status: number; isSignedOut: boolean };

const SECONDS_BETWEEN_SUBMITS = 3;

/** Entries survive leaving the page and coming back from the payment page. */
export function SubmissionForm(props: SubmissionFormProps) {
  const { person, plan, remaining, wanted = "", recentBatches = [], hasLeft = false } = props;
  const resolver = useSubmissionRules(remaining);
  const defaultValues = { ...EMPTY, numCards: wanted };
  const form = useForm<Submission>({ resolver, defaultValues, mode: "onChange" });
  const [failure, setFailure] = useState<Failure>();
  const lastSubmit = useRef(0);
  const { errors, isSubmitting } = form.formState;
  const typed = Number(cardDigits(form.watch("numCards")));
  const isPayable = typed > 0 && typed <= Math.min(remaining ?? MAX_CARDS_PER_ORDER, MAX_CARDS_PER_ORDER);
  const numCards = isPayable ? typed : null;
  const email = person?.email;
  const router = useRouter();
  const count = useRef<HTMLInputElement>(null);
  const { ref: registerCount, ...countField } = form.register("numCards", {
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      setFailure(undefined);
      // Changing the field during composition would type the characters twice.
      if (!(event.nativeEvent as InputEvent).isComposing) keepDigits(event.target.value);
    },
  });
  // Validated here, since the form drops its own result if the value changes during validation.
  const keepDigits = (value: string) =>
    form.setValue("numCards", cardDigits(value), { shouldValidate: true });
  usePendingInput(form, email, wanted);

  const pendingBatch = useOfferedBatch(form, email, recentBatches);
  const { offered, isFilledIn, standing } = pendingBatch;
  const { isBusy: isLeaving, isUsed, open } = useCheckoutRedirect(pendingBatch.look);
  // Removed from the URL, because a reload after the payment would overwrite newer entries.
  useQueryDropped(LEFT, "cards");

  /** Waits until the change that moved the focus has rendered. */
  const focusCount = () => setTimeout(() => count.current?.focus());

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
    const { notes = "", title = "" } = values;
    const pending: PendingBatch = {
      batchId: pendingBatch.idFor(values.numCards),
      numCards: cards,
      notes,
      title: title.trim(),
      totalAmount: toDollars(cards * plan.rateCents),
      timestamp: now,
    };
    const failed = await open(() => findPage(pending));
    if (!failed) return;
    if (failed.status === 0) return setFailure({ text: failed.failure, isUnanswered: true });
    // After an unknown outcome the ID stays, so that the batch is never paid for twice.
    if (isRefusal(failed.status)) {
      pendingBatch.name(null);
      // Another tab submitted first, so this page's quota and payments are out of date.
      router.refresh();
    }
    setFailure({ text: failed.failure, isSignedOut: failed.isSignedOut });
    pendingBatch.offer(pending);
    form.reset(EMPTY);
    focusCount();
  }

  /** Returns the payment page of a batch. Stores the batch first, since the response may never arrive. */
  async function findPage(pending: PendingBatch): Promise<{ url: string } | RefusedPage> {
    const kept = { owner: person, plan: plan.type };
    savePendingBatch(pending, kept);
    const answer = await postJson<{ sessionId: string; url: string; batch_id: string }>(
      apiPaths.orderCheckout,
      {
        user_id: person?.userId ?? null,
        user_email: person?.email ?? null,
        plan_type: plan.type,
        num_cards: pending.numCards,
        total_amount: pending.totalAmount,
        batch_id: pending.batchId,
        notes: pending.notes,
        title: pending.title,
      },
    );
    if (!answer.ok || !answer.data.url) {
      const isSignedOut = !answer.ok && answer.code === "sign_in_required";
      return { failure: checkoutFailure(answer), status: answer.status, isSignedOut };
    }
    const { url, batch_id: id, sessionId } = answer.data;
    // The server may have replaced the ID. Another click must send the one that can be paid for.
    pendingBatch.name({ id, numCards: String(pending.numCards) });
    savePendingBatch({ ...pending, batchId: id }, { ...kept, sessionId });
    savePendingInput(person, EMPTY);
    return { url };
  }

  const isBusy = isSubmitting || isLeaving;
  const isPaid = standing === "paid" || standing === "pending";
  const returnPath = plan.type === "payg" ? paths.submitPayg : paths.submit;
  const hasExtras = Boolean(form.watch("notes") || form.watch("title"));
  return (
    <form
      method="post"
      noValidate
      // The browser would restore notes that aren't in the form's state.
      autoComplete="off"
      onFocus={() => void loadSubmissionRules().catch(() => {})}
      onSubmit={form.handleSubmit(submit, ({ numCards: wrong }) => {
        if (wrong) setFailure({ text: submitMessages.invalidCount });
      })}
      className="space-y-6"
    >
      <ScriptNeeded />
      {failure ? (
        <Alert
          tone="danger"
          isLive
          action={
            failure.isSignedOut ? (
              <ButtonLink variant="secondary" size="sm" href={withQuery(paths.login, { next: returnPath })}>
                Log in
              </ButtonLink>
            ) : null
          }
        >
          {failure.text}
          {failure.isUnanswered ? <p>{submitMessages.unanswered}</p> : null}
        </Alert>
      ) : null}
      {offered && !isPaid && !isBusy ? (
        <PendingBatchNotice
          batch={offered}
          isFilledIn={isFilledIn}
          hasLeft={hasLeft && !isUsed}
          isClosed={standing === "canceled" || standing === "failed"}
          onRestore={() => {
            pendingBatch.restore(offered);
            setFailure(undefined);
            focusCount();
          }}
          onDiscard={() => {
            pendingBatch.discard();
            focusCount();
          }}
        />
      ) : null}
      <TextField
        {...countField}
        onCompositionEnd={(event) => keepDigits(event.currentTarget.value)}
        ref={(field) => {
          registerCount(field);
          count.current = field;
        }}
        label="Number of cards"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={wanted}
        placeholder={
          remaining === null ? "Enter number" : `Enter number (max ${remaining.toLocaleString("en-US")})`
        }
        error={errors.numCards?.message}
      />
      {remaining !== null && typed > remaining && typed <= MAX_CARDS_PER_ORDER ? (
        <OverLimit plan={plan.type} cards={typed} />
      ) : null}
      <details open={hasExtras}>
        <summary className="min-h-6 w-fit cursor-pointer text-sm font-medium">
          Name this batch or add notes
        </summary>
        <div className="mt-4 space-y-4">
          <TextField
            {...form.register("title")}
            label="Name this batch"
            isOptional
            maxLength={MAX_TITLE}
            hint="It's never printed on the box label."
            error={errors.title?.message}
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
        </div>
      </details>
      <OrderTotal numCards={numCards} rateCents={plan.rateCents} />
      <SubmitButton block size="lg" isBusy={isBusy} busyText="Opening the payment page…">
        {numCards === null ? "Continue to payment" : `Pay ${formatCents(numCards * plan.rateCents)}`}
      </SubmitButton>
      <div className="space-y-1">
        <p className="text-sm text-text-muted">
          Free cancellation until you ship. Stripe processes your payment.
        </p>
        <AgreedTerms act="paying" />
      </div>
    </form>
  );
}

function checkoutFailure(answer: JsonAnswer<{ url?: string }>): string {
  if (answer.ok) return "No checkout URL received";
  if (answer.code === "no_answer") return "Failed to process payment. Please try again.";
  return answer.code === "unexpected" ? sharedMessages.checkoutFailed : answer.error;
}

type OrderTotalProps = {
  /** Null if the number can't be paid for. */
  numCards: number | null;
  rateCents: number;
};

/** Leaves time to type the next digit. */
const ANNOUNCED_AFTER_MS = 500;

/** Shows how the charge adds up, and announces it once it stops changing. */
function OrderTotal({ numCards, rateCents }: OrderTotalProps) {
  const rate = formatCents(rateCents);
  const amount = numCards === null ? null : formatCents(numCards * rateCents);
  const [announced, setAnnounced] = useState(amount);
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(amount), ANNOUNCED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [amount]);
  return (
    <div className="border-t border-border pt-4">
      <div className="flex min-h-9 items-baseline justify-between gap-4">
        <span className="font-medium">Total</span>
        <span className="text-2xl font-semibold tabular-nums" aria-hidden="true" translate="no">
          {amount}
        </span>
        <output className="sr-only">{announced}</output>
      </div>
      <p className="text-sm text-text-muted">
        <span>{numCards === null ? `${rate} per card` : `${cardCount(numCards)} × ${rate}`}</span>. Includes
        grading and insured return shipping. No surprise upcharges.
      </p>
    </div>
  );
}

type Rules = (remaining: number | null) => Resolver<Submission>;

let rules: Rules | undefined;

/** Loads the form's validation on first touch, since zod is as large as the whole form. */
export async function loadSubmissionRules(): Promise<Rules> {
  const [{ zodResolver }, { submissionSchema }] = await Promise.all([
    import("@hookform/resolvers/zod"),
    import("@/lib/orders/schema"),
  ]);
  rules = (remaining) => zodResolver(submissionSchema(remaining));
  return rules;
}

/** Validates the form with its schema. If the schema can't load, only the endpoint validates. */
function useSubmissionRules(remaining: number | null): Resolver<Submission> {
  return useMemo(
    () => (values, context, options) => {
      if (rules) return rules(remaining)(values, context, options);
      return loadSubmissionRules().then(
        (loaded) => loaded(remaining)(values, context, options),
        () => ({ values, errors: {} }),
      );
    },
    [remaining],
  );
}
