"use client";

import { late } from "@/components/ui/late";

/** Loads the script of BatchDrawer, once. */
export const loadBatchDrawer = () =>
  import("@/components/orders/dashboard/batch-drawer").then((part) => part.BatchDrawer);

/** Shows BatchDrawer: its script comes with the first batch that is opened. */
export const LateBatchDrawer = late(loadBatchDrawer);
