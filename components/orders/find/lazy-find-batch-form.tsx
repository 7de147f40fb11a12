"use client";

import { lazyComponent } from "@/components/ui/lazy-component";

/** Loads FindBatchForm on the pages that show it. */
export const LazyFindBatchForm = lazyComponent(() =>
  import("@/components/orders/find/find-batch-form").then((part) => part.FindBatchForm),
);
