"use client";

import { lazyComponent } from "@/components/ui/lazy-component";

/** Shows CancelPanel: its script comes with the first batch that can be canceled. */
export const CancelBatch = lazyComponent(() =>
  import("@/components/orders/cancellation/cancel-panel").then((part) => part.CancelPanel),
);
