"use client";

import { late } from "@/components/ui/late";

/** Shows RenameBatch. Its script comes with the first drawer. */
export const LateRenameBatch = late(() =>
  import("@/components/orders/dashboard/rename-batch").then((part) => part.RenameBatch),
);
