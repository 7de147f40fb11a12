"use client";

import { late } from "@/components/ui/late";

/** Shows CopyButton. Its script comes with the first batch to ship. */
export const LateCopyButton = late(() =>
  import("@/components/ui/copy-button").then((part) => part.CopyButton),
);
