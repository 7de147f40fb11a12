import { type Carrier, carrierName, readTrackingNumber } from "@/lib/orders/shipping/tracking-number";
import { hasLeft } from "@/lib/orders/status";

/** A parcel service and its page about one parcel. */
export type CarrierPage = { carrier: string; url: string };

const PAGES: Record<Exclude<Carrier, "other">, string> = {
  usps: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
  ups: "https://www.ups.com/track?tracknum=",
  fedex: "https://www.fedex.com/fedextrack/?trknbr=",
  dhl: "https://www.dhl.com/en/express/tracking.html?AWB=",
};

/**
 * Returns the page of a parcel at `carrier`, or at the one that the number's shape names; null for no number and unknown pages.
 */
export function carrierPage(
  trackingNumber: string | null,
  carrier: Carrier | null = null,
): CarrierPage | null {
  const read = readTrackingNumber(trackingNumber ?? "");
  if ("problem" in read) return null;
  const by = carrier ?? read.carrier;
  return by === "other" ? null : { carrier: carrierName(by), url: PAGES[by] + read.number };
}

/** What is said about the parcel back to the customer, and the parcel service's page about it where that is known. */
export type TrackingLine = { text: string; page: CarrierPage | null };

/** Shown while a package hasn't left. */
export const NOT_SHIPPED_BACK = "–";

/** Returns the number of a return shipment, or that it has none. */
export function trackingLine(order: {
  tracking_number: string | null;
  return_carrier: Carrier | null;
  submission_status: string;
}): TrackingLine {
  const { tracking_number: number, return_carrier: carrier, submission_status: status } = order;
  if (!hasLeft(status)) return { text: NOT_SHIPPED_BACK, page: null };
  return { text: number || "No tracking number", page: carrierPage(number, carrier) };
}
