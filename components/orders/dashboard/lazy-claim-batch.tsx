"use client";

import { lazyComponent } from "@/components/ui/lazy-component";

/** Loads ClaimBatch only for accounts that have a batch to add. */
export const LazyClaimBatch = lazyComponent(() =>
  import("@/components/orders/dashboard/claim-batch").then((part) => part.ClaimBatch),
);
