import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { newBatchId } from "@/lib/orders/batch-id";
import {
  discardPendingBatch,
  matchesSubmission,
  type PendingBatch,
  readOwnPendingBatch,
  readPendingPayment,
} from "@/lib/orders/checkout/pending-batch";
import { readPendingInput, savePendingInput } from "@/lib/orders/checkout/pending-input";
import type { Submission } from "@/lib/orders/schema";
import type { PaymentStatus } from "@/lib/orders/status";

export const EMPTY: Submission = { numCards: "", notes: "", title: "" };

type Known = readonly { batch_id: string | null; payment_status: PaymentStatus }[];

/**
 * Offers the batch that this tab sent and whose payment is unknown. If its payment page may still be open, an
 * untouched form is filled with the batch under the same ID. Otherwise `restore` does that. `isFilledIn` is true
 * while the form contains exactly that batch. `recentBatches` are the batches known to the server.
 */
export function useOfferedBatch(
  form: UseFormReturn<Submission>,
  email: string | undefined,
  recentBatches: Known,
) {
  const [offered, setOffered] = useState<PendingBatch | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const batch = useRef<{ id: string; numCards: string } | null>(null);
  const standingOf = (batchId: string) =>
    recentBatches.find((known) => known.batch_id === batchId)?.payment_status;

  const isOpenAsSent = (values: Submission) =>
    isOpen && offered !== null && matchesSubmission(offered, values);
  const isFilledIn = isOpenAsSent(form.watch());

  function putBack(saved: PendingBatch) {
    const numCards = String(saved.numCards);
    form.reset({ numCards, notes: saved.notes, title: saved.title ?? "" });
    batch.current = { id: saved.batchId, numCards };
  }

  function look() {
    const saved = readOwnPendingBatch(email === undefined ? null : { email });
    setOffered(saved);
    const canBePaid = saved && readPendingPayment() && (standingOf(saved.batchId) ?? "unpaid") === "unpaid";
    setIsOpen(Boolean(canBePaid));
    const values = form.getValues();
    const isUntouched = !(values.numCards || values.notes || values.title);
    if (canBePaid && (isUntouched || matchesSubmission(saved, values))) putBack(saved);
  }

  const onOwner = useEffectEvent(look);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has another pending batch.
  useEffect(() => onOwner(), [email]);

  function offer(pending: PendingBatch | null) {
    setOffered(pending);
    setIsOpen(false);
  }

  return {
    offered,
    isFilledIn,
    standing: offered ? standingOf(offered.batchId) : undefined,
    look,
    offer,
    restore: (saved: PendingBatch) => {
      putBack(saved);
      offer(null);
    },
    discard: () => {
      discardPendingBatch();
      batch.current = null;
      if (isOpenAsSent(form.getValues())) form.reset(EMPTY);
      offer(null);
    },
    /** Keeps the ID for a retry with the same number of cards and for the batch already sent, so that neither is paid twice. */
    idFor: (numCards: string): string => {
      if (offered && isOpenAsSent(form.getValues())) batch.current = { id: offered.batchId, numCards };
      if (batch.current?.numCards !== numCards) batch.current = { id: newBatchId(), numCards };
      return batch.current.id;
    },
    /** Sets the batch for the next attempt. Null starts a new one. */
    name: (named: { id: string; numCards: string } | null) => {
      batch.current = named;
    },
  };
}

/** Restores and saves the entries, per account or guest. Treats `wanted` from the URL as typed. */
export function usePendingInput(
  form: UseFormReturn<Submission>,
  email: string | undefined,
  wanted: string,
): void {
  const isFirst = useRef(true);
  useEffect(() => {
    const owner = email === undefined ? null : { email };
    const keep = (values: Partial<Submission>) => {
      // A batch sent to the payment page is stored as sent. Stored as a draft, it would outlive its payment and could
      // be paid for again.
      const sent = readPendingPayment() && readOwnPendingBatch(owner);
      savePendingInput(owner, sent && matchesSubmission(sent, values) ? {} : values);
    };
    const kept = readPendingInput(owner);
    // On first render, text typed before hydration is newer than the stored draft. Later it is another person's.
    const typed = isFirst.current ? form.getValues() : null;
    isFirst.current = false;
    const numCards = typed?.numCards || kept?.numCards || "";
    const notes = typed?.notes || kept?.notes || "";
    const title = typed?.title || kept?.title || "";
    if (kept) form.reset({ numCards, notes, title });
    if (numCards && (kept || wanted)) void form.trigger("numCards");
    if (wanted) keep({ numCards, notes, title });
    const { unsubscribe } = form.watch(keep);
    return unsubscribe;
  }, [form, email, wanted]);
}
