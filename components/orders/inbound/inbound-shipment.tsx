"use client";

import { lazyComponent } from "@/components/ui/lazy-component";

/** Shows InboundShipmentPanel: its script comes with the first batch that is awaited. */
export const InboundShipment = lazyComponent(() =>
  import("@/components/orders/inbound/inbound-shipment-panel").then((part) => part.InboundShipmentPanel),
);
