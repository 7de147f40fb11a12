"use client";

import { late } from "@/components/ui/late";

/** Shows CancelPanel: its script comes with the first batch that can be canceled. */
export const CancelBatch = late(() =>
  import("@/components/orders/cancellation/cancel-panel").then((part) => part.CancelPanel),
);
