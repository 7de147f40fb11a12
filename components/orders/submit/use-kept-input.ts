"use client";

import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { keepInput, readInput } from "@/lib/orders/checkout/kept-input";
import type { Submission } from "@/lib/orders/schema";

/** Puts back what was typed before the page was left, and keeps what is typed from now on. */
export function useKeptInput(form: UseFormReturn<Submission>, email: string | undefined): void {
  useEffect(() => {
    const owner = email === undefined ? null : { email };
    const kept = readInput(owner);
    if (kept) {
      form.reset(kept);
      if (kept.numCards) void form.trigger("numCards");
    }
    const { unsubscribe } = form.watch((values) => keepInput(owner, values));
    return unsubscribe;
  }, [form, email]);
}
