"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { newBatchId } from "@/lib/orders/batch-id";
import {
  discardPendingBatch,
  isAsSent,
  type PendingBatch,
  readOwnPendingBatch,
  readPendingPayment,
} from "@/lib/orders/checkout/pending-batch";
import type { PaymentStatus } from "@/lib/orders/order";
import type { Submission } from "@/lib/orders/schema";

/** A submit form without a word in it. */
export const EMPTY: Submission = { numCards: "", notes: "" };

type Known = readonly { batch_id: string | null; payment_status: PaymentStatus }[];

/**
 * Offers the batch that this tab sent and has not heard of since. One that went to the payment page and may be open stands
 * in an empty form again, under its own ID; another one is put back by `restore`. `isFilledIn` is true while the form holds
 * just that open batch. `recentBatches` is what the server knows.
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

  const isOpenAsSent = (values: Submission) => isOpen && offered !== null && isAsSent(offered, values);
  const isFilledIn = isOpenAsSent(form.watch());

  function putBack(saved: PendingBatch) {
    const numCards = String(saved.numCards);
    form.reset({ numCards, notes: saved.notes });
    batch.current = { id: saved.batchId, numCards };
  }

  function look() {
    const saved = readOwnPendingBatch(email === undefined ? null : { email });
    setOffered(saved);
    const canBePaid = saved && readPendingPayment() && (standingOf(saved.batchId) ?? "unpaid") === "unpaid";
    setIsOpen(Boolean(canBePaid));
    const values = form.getValues();
    const isUntouched = !(values.numCards || values.notes);
    if (canBePaid && (isUntouched || isAsSent(saved, values))) putBack(saved);
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
    /** The same number of cards keeps its ID over a retry, and so does the sent batch: none is paid twice. */
    idFor: (numCards: string): string => {
      if (offered && isOpenAsSent(form.getValues())) batch.current = { id: offered.batchId, numCards };
      if (batch.current?.numCards !== numCards) batch.current = { id: newBatchId(), numCards };
      return batch.current.id;
    },
    /** Names the batch that the next try is for; null: a new one. */
    name: (named: { id: string; numCards: string } | null) => {
      batch.current = named;
    },
  };
}
