"use client";

import { late } from "@/components/ui/late";

/** Shows WayHerePanel: its script comes with the first batch that is awaited. */
export const WayHere = late(() =>
  import("@/components/orders/inbound/way-here-panel").then((part) => part.WayHerePanel),
);
