"use client";

import { lazyComponent } from "@/components/ui/lazy-component";

/** Shows ReturnShipmentPanel. Most batches that are looked at are not on their way back: its script comes with the first that is. */
export const LazyReturnShipmentPanel = lazyComponent(() =>
  import("@/components/orders/return-shipment/return-shipment-panel").then(
    (module) => module.ReturnShipmentPanel,
  ),
);

/** Shows ReturnAddress, in the same way. */
export const LazyReturnAddress = lazyComponent(() =>
  import("@/components/orders/return-shipment/return-address").then((module) => module.ReturnAddress),
);
