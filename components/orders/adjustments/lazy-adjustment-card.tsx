"use client";

import { lazyComponent } from "@/components/ui/lazy-component";

/** Shows AdjustmentCard: few batches have any, so its script comes with the first. */
export const LazyAdjustmentCard = lazyComponent(() =>
  import("@/components/orders/adjustments/adjustment-card").then((part) => part.AdjustmentCard),
);
