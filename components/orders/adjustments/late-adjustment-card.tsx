"use client";

import { late } from "@/components/ui/late";

/** Shows AdjustmentCard: few batches have any, so its script comes with the first. */
export const LateAdjustmentCard = late(() =>
  import("@/components/orders/adjustments/adjustment-card").then((part) => part.AdjustmentCard),
);
