"use client";

import { lazyComponent } from "@/components/ui/lazy-component";

/** Shows TrackingLinkPanel in the drawer of a batch: its script comes with the first one that is opened. */
export const LazyTrackingLinkPanel = lazyComponent(() =>
  import("@/components/orders/tracking-link-panel").then((part) => part.TrackingLinkPanel),
);
