"use client";

import { late } from "@/components/ui/late";

/** Loads ClaimBatch only for accounts that have a batch to add. */
export const LazyClaimBatch = late(() =>
  import("@/components/orders/dashboard/claim-batch").then((part) => part.ClaimBatch),
);
