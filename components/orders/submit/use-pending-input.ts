"use client";

import { useEffect, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { isAsSent, readOwnPendingBatch, readPendingPayment } from "@/lib/orders/checkout/pending-batch";
import { readPendingInput, savePendingInput } from "@/lib/orders/checkout/pending-input";
import type { Submission } from "@/lib/orders/schema";

/** Restores and keeps what's typed, per account or guest. Treats `wanted` from the URL as typed. */
export function usePendingInput(
  form: UseFormReturn<Submission>,
  email: string | undefined,
  wanted: string,
): void {
  const isFirst = useRef(true);
  useEffect(() => {
    const owner = email === undefined ? null : { email };
    const keep = (values: Partial<Submission>) => {
      // A batch that went to the payment page is stored as sent. Stored as typed, it would outlive its payment and could be
      // paid again.
      const sent = readPendingPayment() && readOwnPendingBatch(owner);
      savePendingInput(owner, sent && isAsSent(sent, values) ? {} : values);
    };
    const kept = readPendingInput(owner);
    // What was typed before hydration is newer than what was stored. Later it's another person's.
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
