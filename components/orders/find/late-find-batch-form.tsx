"use client";

import { late } from "@/components/ui/late";

/** Loads FindBatchForm on the pages that show it. */
export const LateFindBatchForm = late(() =>
  import("@/components/orders/find/find-batch-form").then((part) => part.FindBatchForm),
);
