import { type Carrier, carrierName, readTrackingNumber } from "@/lib/orders/shipping/tracking-number";

/** A parcel service and its page about one parcel. */
export type CarrierPage = { carrier: string; url: string };

const PAGES: Record<Exclude<Carrier, "other">, string> = {
  usps: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
  ups: "https://www.ups.com/track?tracknum=",
  fedex: "https://www.fedex.com/fedextrack/?trknbr=",
  dhl: "https://www.dhl.com/en/express/tracking.html?AWB=",
};

/**
 * Answers where a parcel can be followed: at `carrier`, or where none is given at the service that the number's shape tells.
 * Null for a text that is no number, and for a service whose page we do not know.
 */
export function carrierPage(trackingNumber: string, carrier: Carrier | null = null): CarrierPage | null {
  const read = readTrackingNumber(trackingNumber);
  if ("problem" in read) return null;
  const by = carrier ?? read.carrier;
  return by === "other" ? null : { carrier: carrierName(by), url: PAGES[by] + read.number };
}
