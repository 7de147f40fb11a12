"use client";

import { late } from "@/components/ui/late";

/** Shows TrackingLinkPanel in the drawer of a batch: its script comes with the first one that is opened. */
export const LateTrackingLinkPanel = late(() =>
  import("@/components/orders/tracking-link-panel").then((part) => part.TrackingLinkPanel),
);
