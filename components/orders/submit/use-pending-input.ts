"use client";

import { useEffect, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { isAsSent, readOwnPendingBatch, readPendingPayment } from "@/lib/orders/checkout/pending-batch";
import { readPendingInput, savePendingInput } from "@/lib/orders/checkout/pending-input";
import type { Submission } from "@/lib/orders/schema";

/** Restores and keeps what is typed, by account or guest. `wanted` from the address counts as typed. */
export function usePendingInput(
  form: UseFormReturn<Submission>,
  email: string | undefined,
  wanted: string,
): void {
  const isFirst = useRef(true);
  useEffect(() => {
    const owner = email === undefined ? null : { email };
    const keep = (values: Partial<Submission>) => {
      // A batch that went to the payment page is remembered as sent. Kept as typed, it would outlive its payment, and a
      // press would pay it again.
      const sent = readPendingPayment() && readOwnPendingBatch(owner);
      savePendingInput(owner, sent && isAsSent(sent, values) ? {} : values);
    };
    const kept = readPendingInput(owner);
    // What was typed before the page's script came is newer than what was kept; later it is another person's.
    const typed = isFirst.current ? form.getValues() : null;
    isFirst.current = false;
    const numCards = typed?.numCards || kept?.numCards || "";
    const notes = typed?.notes || kept?.notes || "";
    if (kept) form.reset({ numCards, notes });
    if (numCards && (kept || wanted)) void form.trigger("numCards");
    if (wanted) keep({ numCards, notes });
    const { unsubscribe } = form.watch(keep);
    return unsubscribe;
  }, [form, email, wanted]);
}
