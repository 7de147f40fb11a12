"use client";

import { late } from "@/components/ui/late";

/** Shows FindBatchForm, of which the script comes with a page that shows it. */
export const LateFindBatchForm = late(() =>
  import("@/components/orders/find/find-batch-form").then((part) => part.FindBatchForm),
);
