"use client";

import { lazyComponent } from "@/components/ui/lazy-component";

/** Shows CopyButton. Its script comes with the first batch to ship. */
export const LazyCopyButton = lazyComponent(() =>
  import("@/components/ui/copy-button").then((part) => part.CopyButton),
);
