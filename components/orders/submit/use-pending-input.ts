"use client";

import { useEffect, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { readPendingInput, savePendingInput } from "@/lib/orders/checkout/pending-input";
import type { Submission } from "@/lib/orders/schema";

/**
 * Puts back into the submit form what was typed before the page was left, and keeps what is typed from now on, for this
 * account or (without `email`) for a guest.
 */
export function usePendingInput(form: UseFormReturn<Submission>, email: string | undefined): void {
  const isFirst = useRef(true);
  useEffect(() => {
    const owner = email === undefined ? null : { email };
    const kept = readPendingInput(owner);
    // What was typed before the page's script came is newer than what was kept; later it is another person's.
    const typed = isFirst.current ? form.getValues() : null;
    isFirst.current = false;
    if (kept) {
      const numCards = typed?.numCards || kept.numCards;
      form.reset({ numCards, notes: typed?.notes || kept.notes });
      if (numCards) void form.trigger("numCards");
    }
    const { unsubscribe } = form.watch((values) => savePendingInput(owner, values));
    return unsubscribe;
  }, [form, email]);
}
