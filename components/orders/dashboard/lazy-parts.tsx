"use client";
import { lazyComponent } from "@/components/ui/lazy-component";

export const LazyClaimBatch = lazyComponent(() =>
  import("@/components/orders/dashboard/claim-batch").then((part) => part.ClaimBatch),
);
export const LazyRenameBatch = lazyComponent(() =>
  import("@/components/orders/dashboard/rename-batch").then((part) => part.RenameBatch),
);
