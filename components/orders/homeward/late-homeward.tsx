"use client";

import { late } from "@/components/ui/late";

/** Shows HomewardPanel. Most batches that are looked at are not on their way back: its script comes with the first that is. */
export const LateHomewardPanel = late(() =>
  import("@/components/orders/homeward/homeward-panel").then((module) => module.HomewardPanel),
);

/** Shows ReturnAddress, in the same way. */
export const LateReturnAddress = late(() =>
  import("@/components/orders/homeward/return-address").then((module) => module.ReturnAddress),
);
