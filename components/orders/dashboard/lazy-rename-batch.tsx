"use client";

import { lazyComponent } from "@/components/ui/lazy-component";

/** Shows RenameBatch. Its script comes with the first drawer. */
export const LazyRenameBatch = lazyComponent(() =>
  import("@/components/orders/dashboard/rename-batch").then((part) => part.RenameBatch),
);
