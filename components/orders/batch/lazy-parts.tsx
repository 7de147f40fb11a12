"use client";
import { lazyComponent } from "@/components/ui/lazy-component";

// Each script loads with the first batch that needs it.

export const LazyAdjustmentCard = lazyComponent(() =>
  import("@/components/orders/batch/adjustment-card").then((part) => part.AdjustmentCard),
);
export const CancelBatch = lazyComponent(() =>
  import("@/components/orders/batch/cancel-panel").then((part) => part.CancelPanel),
);
export const InboundShipment = lazyComponent(() =>
  import("@/components/orders/batch/inbound-shipment-panel").then((part) => part.InboundShipmentPanel),
);
export const LazyCopyButton = lazyComponent(() =>
  import("@/components/ui/copy-button").then((part) => part.CopyButton),
);
export const LazyReturnShipmentPanel = lazyComponent(() =>
  import("@/components/orders/batch/return-shipment-panel").then((part) => part.ReturnShipmentPanel),
);
export const LazyReturnAddress = lazyComponent(() =>
  import("@/components/orders/batch/return-address").then((part) => part.ReturnAddress),
);
export const LazyTrackingLinkPanel = lazyComponent(() =>
  import("@/components/orders/batch/tracking-link-panel").then((part) => part.TrackingLinkPanel),
);
